package dev.dropbehind.scenario;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Loads the catalogue when the service starts; a faulty scenario keeps it from starting. */
@Configuration(proxyBeanMethods = false)
class ScenarioConfiguration {

    @Bean
    ScenarioCatalogue scenarioCatalogue() {
        return ScenarioLoader.load();
    }
}
