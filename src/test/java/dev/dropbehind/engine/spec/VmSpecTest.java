package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What may be dirty, worked out by hand (kernel-model §4.2). */
class VmSpecTest {

    private static final VmSpec DEFAULT = VmSpec.DEFAULT;

    @Test
    void whatIsFreeBeyondTheReserveAndOnTheFileListsMayBeDirty() {
        assertThat(VmSpec.dirtyablePages(1000, 300, 50)).isEqualTo(751);
        assertThat(VmSpec.dirtyablePages(200, 300, 50)).isEqualTo(51);
    }

    @Test
    void ratiosAreWhole4096thsOfIt() {
        // 20 % are 819 of them, 10 % 409.
        assertThat(DEFAULT.thresholdPages(100_000)).isEqualTo(19_995);
        assertThat(DEFAULT.backgroundPages(100_000)).isEqualTo(9_985);
    }

    @Test
    void bytesGoBeforeRatiosAndAreRoundedUpToPages() {
        VmSpec bytes = new VmSpec(20, 10, 8193, 4097, 3000, 500);

        assertThat(bytes.thresholdPages(100_000)).isEqualTo(3);
        assertThat(bytes.backgroundPages(100_000)).isEqualTo(2);
    }

    @Test
    void writebackBeginsAtHalfTheThresholdWhereItWouldBeginAboveIt() {
        VmSpec above = new VmSpec(20, 20, 0, 0, 3000, 500);

        assertThat(above.backgroundPages(100_000)).isEqualTo(9_997);
        assertThat(above.backgroundPages(100_000, 200_000)).isEqualTo(9_997);
    }

    @Test
    void aGroupHasTheSameRatiosOfItsOwnPages() {
        assertThat(DEFAULT.thresholdPages(62_464, 1_000_000)).isEqualTo(12_489);
        assertThat(DEFAULT.backgroundPages(62_464, 1_000_000)).isEqualTo(6_237);
    }

    @Test
    void bytesAreForAGroupTheShareOfTheMachineThatTheyAre() {
        // 400 MiB of a million pages are 420 4096ths, 200 MiB 210.
        VmSpec bytes = new VmSpec(20, 10, 400L << 20, 200L << 20, 3000, 500);

        assertThat(bytes.thresholdPages(62_464, 1_000_000)).isEqualTo(6_405);
        assertThat(bytes.backgroundPages(62_464, 1_000_000)).isEqualTo(3_202);
        assertThat(bytes.thresholdPages(62_464, 1_000)).isEqualTo(62_464);
    }
}
