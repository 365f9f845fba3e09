package dev.dropbehind.run;

import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioCatalogue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Puts the parts of this package together. */
@Configuration(proxyBeanMethods = false)
class RunConfiguration {

    /** Databases keep no more than microseconds. */
    private static final Clock CLOCK = Clock.tickMillis(ZoneOffset.UTC);

    @Bean
    StreamCounters streamCounters() {
        return new StreamCounters();
    }

    @Bean
    RunMetrics runMetrics(MeterRegistry registry, StreamCounters streams) {
        return new RunMetrics(registry, streams);
    }

    @Bean
    RunStore runStore(JdbcClient sql, PlatformTransactionManager transactions, JsonMapper json, RunProperties limits) {
        return new RunStore(sql, new TransactionTemplate(transactions), json, limits.storedRuns());
    }

    @Bean
    StoreHealth storeHealthIndicator(RunStore store) {
        return new StoreHealth(store);
    }

    @Bean(destroyMethod = "close")
    RunExecutor runExecutor(
            RunProperties limits,
            RunStore store,
            DataSource database,
            RunMetrics metrics,
            JsonMapper json,
            StreamCounters streams,
            ScenarioCatalogue catalogue) {
        RunExecutor executor = new RunExecutor(limits, store, database, metrics, Engine::of, json, streams, CLOCK);
        executor.recover();
        List<String> scenarios = new ArrayList<>(catalogue.ids());
        scenarios.add(Scenario.CUSTOM);
        metrics.watch(executor, scenarios);
        return executor;
    }

    @Bean
    RunService runService(RunStore store, RunExecutor executor, StreamCounters streams, RunProperties limits) {
        return new RunService(store, executor, streams, limits, CLOCK);
    }

    @Bean
    Replays replays(RunExecutor executor, RunProperties limits) {
        return new Replays(executor, limits);
    }

    @Bean
    RunTables runTables(RunService runs, ScenarioCatalogue catalogue) {
        return new RunTables(runs, catalogue);
    }

    @Bean
    RunRequestReader runRequestReader(ScenarioCatalogue catalogue, RunProperties limits) {
        return new RunRequestReader(catalogue, limits);
    }

    /** Begins runs when the service can be reached; lets go of them before the web server waits for open requests. */
    @Bean
    SmartLifecycle runsBeginLastAndEndFirst(RunExecutor executor) {
        return new SmartLifecycle() {
            private volatile boolean running;

            @Override
            public void start() {
                executor.start();
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
