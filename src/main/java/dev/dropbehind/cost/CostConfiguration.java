package dev.dropbehind.cost;

import dev.dropbehind.scenario.ScenarioCatalogue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires the study of the published table whose rows differ in path and size of calls. */
@Configuration(proxyBeanMethods = false)
class CostConfiguration {

    @Bean
    CostStudy costStudy(ScenarioCatalogue scenarios) {
        return new CostStudy(scenarios.family("ext4-iomap-large-folio").orElseThrow());
    }
}
