package dev.dropbehind.validation;

import dev.dropbehind.scenario.ScenarioCatalogue;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Loads the validations when the service starts; a faulty one, or one without its measurement, keeps it from starting.
 */
@Configuration(proxyBeanMethods = false)
class ValidationConfiguration {

    @Bean(destroyMethod = "close")
    ValidationService validationService(ScenarioCatalogue catalogue) {
        return new ValidationService(ValidationLoader.loadResults(catalogue), Laboratory::measure, Clock.systemUTC());
    }
}
