package dev.dropbehind.run;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Whether runs can be read: a connection that is open says nothing of the file behind it. */
final class StoreHealth extends AbstractHealthIndicator {

    private final RunStore store;

    StoreHealth(RunStore store) {
        super("Runs cannot be read");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        health.up().withDetail("queued", store.queued());
    }
}
