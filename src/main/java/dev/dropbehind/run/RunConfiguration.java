package dev.dropbehind.run;

import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Puts the parts of this package together. */
@Configuration(proxyBeanMethods = false)
class RunConfiguration {

    @Bean
    StreamCounters streamCounters() {
        return new StreamCounters();
    }

    @Bean
    RunMetrics runMetrics(MeterRegistry registry, StreamCounters streams) {
        return new RunMetrics(registry, streams);
    }

    @Bean
    RunStore runStore(RunProperties limits) {
        return new InMemoryRunStore(limits.storedRuns());
    }

    @Bean(destroyMethod = "close")
    RunExecutor runExecutor(
            RunProperties limits,
            RunStore store,
            RunMetrics metrics,
            JsonMapper json,
            StreamCounters streams,
            ScenarioCatalogue catalogue) {
        RunExecutor executor = new RunExecutor(limits, store, metrics, Engine::of, json, streams, Clock.systemUTC());
        List<String> scenarios = new ArrayList<>(catalogue.ids());
        scenarios.add(Scenario.CUSTOM);
        metrics.watch(executor, scenarios);
        return executor;
    }

    @Bean
    RunService runService(RunStore store, RunExecutor executor, StreamCounters streams, RunProperties limits) {
        return new RunService(store, executor, streams, limits, Clock.systemUTC());
    }

    @Bean
    RunTables runTables(RunService runs, ScenarioCatalogue catalogue) {
        return new RunTables(runs, catalogue);
    }

    @Bean
    RunRequestReader runRequestReader(ScenarioCatalogue catalogue, RunProperties limits) {
        return new RunRequestReader(catalogue, limits);
    }

    /** Ends runs, and so their streams, before the web server waits for open requests. */
    @Bean
    SmartLifecycle runsEndFirst(RunExecutor executor) {
        return new SmartLifecycle() {
            private volatile boolean running;

            @Override
            public void start() {
                running = true;
            }

            @Override
            public void stop() {
                running = false;
                executor.close();
            }

            @Override
            public boolean isRunning() {
                return running;
            }
        };
    }
}
