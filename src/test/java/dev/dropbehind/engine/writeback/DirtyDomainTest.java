package dev.dropbehind.engine.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The limits of one domain, by hand at HZ 250 (kernel-model §4.2). */
class DirtyDomainTest {

    private final DirtyDomain domain = new DirtyDomain(250);

    @Test
    void writersAreNotHeldUpToHalfWayBetweenBackgroundAndThreshold() {
        domain.measure(100_000, 15_000, 20_000, 10_000);
        assertThat(domain.isFreerun()).isTrue();

        domain.measure(100_000, 15_001, 20_000, 10_000);
        assertThat(domain.isFreerun()).isFalse();
        assertThat(domain.setpoint()).isEqualTo(17_500);
    }

    @Test
    void theLimitRisesToTheThresholdAtOnceAndFallsByA32ndOfTheWay() {
        domain.measure(100_000, 1_000, 20_000, 10_000);
        domain.follow(50);
        assertThat(domain.smoothedLimit()).isEqualTo(20_000);

        domain.measure(50_000, 1_000, 10_000, 5_000);
        domain.follow(100);
        assertThat(domain.smoothedLimit()).isEqualTo(20_000 - 10_000 / 32);
        assertThat(domain.limit()).isEqualTo(domain.smoothedLimit());
    }

    @Test
    void theLimitDoesNotFallBelowWhatIsDirty() {
        domain.measure(100_000, 0, 20_000, 10_000);
        domain.follow(50);
        domain.measure(50_000, 19_990, 10_000, 5_000);
        for (int i = 2; i < 100; i++) {
            domain.follow(50L * i);
        }
        assertThat(domain.smoothedLimit()).isEqualTo(20_000);
    }

    @Test
    void theLimitMovesAtMostEvery200Milliseconds() {
        domain.measure(100_000, 1_000, 20_000, 10_000);
        domain.follow(49);
        assertThat(domain.smoothedLimit()).isZero();
        domain.follow(50);
        domain.measure(100_000, 1_000, 30_000, 10_000);
        domain.follow(99);
        assertThat(domain.smoothedLimit()).isEqualTo(20_000);
        assertThat(domain.limit()).isEqualTo(30_000);
    }

    @Test
    void aWriterLooksAgainAfterTheRootOfWhatIsLeft() {
        domain.measure(100_000, 10_000, 20_000, 10_000);
        assertThat(domain.pollInterval()).isEqualTo(64);
        domain.measure(100_000, 20_000, 20_000, 10_000);
        assertThat(domain.pollInterval()).isEqualTo(1);
    }

    @Test
    void itIsExceededWhereTheDeviceAndAllTogetherHaveTooMuch() {
        domain.measure(100_000, 20_001, 20_000, 10_000);
        domain.judge(9_000, 9_001, 25_600);
        assertThat(domain.isExceeded()).isTrue();
        domain.judge(9_000, 9_000, 25_600);
        assertThat(domain.isExceeded()).isFalse();
        domain.measure(100_000, 20_000, 20_000, 10_000);
        domain.judge(9_000, 9_001, 25_600);
        assertThat(domain.isExceeded()).isFalse();
    }
}
