package dev.dropbehind.engine.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What toggles are at (decisions.md 1). */
class ToggleSetTest {

    @Test
    void aToggleOfSeveralValuesIsAtOneOfThem() {
        ToggleSet base = ToggleSet.of(List.of());
        ToggleSet changed = base.with(Toggle.BLOCK_DEFER_VARIANT, "v4");

        assertThat(base.value(Toggle.BLOCK_DEFER_VARIANT)).isEqualTo("v7");
        assertThat(changed.value(Toggle.BLOCK_DEFER_VARIANT)).isEqualTo("v4");
        assertThat(changed.with(Toggle.BLOCK_DEFER_VARIANT, "v7")).isEqualTo(base);
        assertThatThrownBy(() -> base.with(Toggle.BLOCK_DEFER_VARIANT, "v8"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aToggleThatIsOnOrOffHasAValueToo() {
        ToggleSet set = ToggleSet.of(List.of(Toggle.BDEV_FOP_DONTCACHE));

        assertThat(set.value(Toggle.BDEV_FOP_DONTCACHE)).isEqualTo("true");
        assertThat(set.value(Toggle.MM_RWF_DONTCACHE)).isEqualTo("false");
        assertThat(set.all()).containsExactly(Toggle.BDEV_FOP_DONTCACHE);
    }

    @ParameterizedTest
    @EnumSource
    void anEpochHasWhatItsTogglesNeed(Epoch epoch) {
        ToggleSet set = ToggleSet.of(epoch);

        assertThat(set.all())
                .allSatisfy(toggle -> assertThat(set.all()).containsAll(toggle.needs()))
                .allSatisfy(toggle ->
                        assertThat(toggle.replacedBy().filter(set::has)).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void anEpochHasWhatTheEarlierOnesHaveButWhatItTakesAway(Epoch epoch) {
        ToggleSet set = ToggleSet.of(epoch);

        for (Epoch earlier : Arrays.copyOf(Epoch.values(), epoch.ordinal())) {
            assertThat(ToggleSet.of(earlier).all())
                    .allMatch(toggle -> set.has(toggle)
                            || toggle.replacedBy().filter(set::has).isPresent());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theBaseAndTheValueOfTheEpochAreAmongTheValues(Toggle toggle) {
        assertThat(toggle.choices())
                .contains(toggle.base(), toggle.epochValue())
                .doesNotHaveDuplicates();
    }
}
