package dev.dropbehind.platform;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Set;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Brings the meters of the frameworks to what Prometheus asks of a meter: base units, plain names, a help text. */
@Configuration(proxyBeanMethods = false)
class FrameworkMeters {

    /** Counted in milliseconds or nanoseconds, or named like a part of a histogram. */
    private static final Set<String> MISNAMED = Set.of("jvm.compilation.time", "process.cpu.time", "system.cpu.count");

    private static final String REQUESTS = "http.server.requests";

    @Bean
    MeterFilter withoutMisnamedMeters() {
        return MeterFilter.deny(id -> MISNAMED.contains(id.getName()));
    }

    @Bean
    MeterFilter withHelpForRequests() {
        return new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.getName().startsWith(REQUESTS) && id.getDescription() == null ? described(id) : id;
            }
        };
    }

    private static Meter.Id described(Meter.Id id) {
        Tags tags = Tags.of(id.getTags());
        return new Meter.Id(id.getName(), tags, id.getBaseUnit(), "Time in requests over HTTP", id.getType());
    }
}
