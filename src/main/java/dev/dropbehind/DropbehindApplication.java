package dev.dropbehind;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** Starts the service. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class DropbehindApplication {

    /**
     * Starts the service on the configured port.
     *
     * @param args Spring's command line
     */
    public static void main(String[] args) {
        SpringApplication.run(DropbehindApplication.class, args);
    }
}
