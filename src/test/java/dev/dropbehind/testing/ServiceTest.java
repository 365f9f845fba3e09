package dev.dropbehind.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;

/** A test of the whole service over HTTP. All such tests share one context, whose limits are small. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "dropbehind.run.live-limit=3",
            "dropbehind.run.queue-limit=2",
            "dropbehind.run.viewer-limit=8",
            "dropbehind.run.variant-limit=4",
            "dropbehind.run.simulated-time-limit=10m",
            "dropbehind.run.page-limit=8000000",
            "dropbehind.run.heartbeat=100ms",
            "management.prometheus.metrics.export.enabled=true"
        })
@AutoConfigureWebTestClient(timeout = "60s")
public @interface ServiceTest {}
