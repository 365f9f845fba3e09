package dev.dropbehind.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.scenario.PublishedSeries.Role;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ValidationServiceTest {

    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Validation TINY =
            new Validation("tiny", "Tiny", "About.", List.of(Figures.figure("a", Role.CHECK)));

    private final CountDownLatch mayFinish = new CountDownLatch(1);
    private ValidationService service = service(validation -> measured(101));

    @AfterEach
    void close() {
        mayFinish.countDown();
        service.close();
    }

    @Test
    void theShippedResultStandsUntilANewOneIsThere() {
        use(this::whenAllowed);

        assertThat(service.recompute("tiny").isComputing()).isTrue();
        assertThat(service.get("tiny")).satisfies(standing -> {
            assertThat(standing.isComputing()).isTrue();
            assertThat(standing.computedAt()).isNull();
            assertThat(simulated(standing)).isEqualTo(100);
        });

        mayFinish.countDown();
        assertThat(service.whenComputed("tiny").join()).satisfies(standing -> {
            assertThat(standing.isComputing()).isFalse();
            assertThat(standing.computedAt()).isEqualTo(NOW);
            assertThat(simulated(standing)).isEqualTo(101);
        });
        assertThat(service.all()).containsExactly(service.get("tiny"));
    }

    @Test
    void oneIsComputedAtATime() {
        use(this::whenAllowed);
        service.recompute("tiny");

        assertThatThrownBy(() -> service.recompute("tiny")).isInstanceOf(ValidationBusyException.class);

        mayFinish.countDown();
        service.whenComputed("tiny").join();
        assertThat(service.recompute("tiny").isComputing()).isTrue();
    }

    @Test
    void afterAFailureTheFormerResultStandsAndTheReasonIsSaid() {
        use(validation -> {
            throw new IllegalStateException("a page was lost");
        });
        service.recompute("tiny");

        assertThat(service.whenComputed("tiny").join()).satisfies(standing -> {
            assertThat(standing.failure()).isEqualTo("a page was lost");
            assertThat(standing.isComputing()).isFalse();
            assertThat(simulated(standing)).isEqualTo(100);
        });
    }

    @Test
    void whatThereIsNotIsNotComputed() {
        assertThatThrownBy(() -> service.recompute("tinny"))
                .isInstanceOf(ValidationNotFoundException.class)
                .hasMessage("There is no validation tinny. Did you mean \"tiny\"?");
    }

    private void use(Function<Validation, Measurement> laboratory) {
        service.close();
        service = service(laboratory);
    }

    private Measurement whenAllowed(Validation validation) {
        try {
            mayFinish.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return measured(101);
    }

    private static ValidationService service(Function<Validation, Measurement> laboratory) {
        return new ValidationService(
                List.of(ValidationResult.of(TINY, measured(100))), laboratory, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Measurement measured(double value) {
        return new Measurement("test", List.of(1L), new TreeMap<>(Map.of("a", List.of(value))), new TreeMap<>());
    }

    private static double simulated(Standing standing) {
        return standing.result().figures().getFirst().simulated();
    }
}
