package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {

    private static final List<String> KNOWN = List.of("seed", "duration", "readAheadKb", "phone-ufs");

    @ParameterizedTest
    @CsvSource({
        "sed, seed",
        "Seed, seed",
        "durations, duration",
        "dration, duration",
        "read_ahead_kb, readAheadKb",
        "phone, phone-ufs"
    })
    void aNameThatIsNearIsSuggested(String found, String meant) {
        assertThat(Names.didYouMean(found, KNOWN)).isEqualTo(" Did you mean \"" + meant + "\"?");
    }

    @ParameterizedTest
    @CsvSource({"x", "colour", "ee", "''"})
    void aNameThatIsFarIsNot(String found) {
        assertThat(Names.didYouMean(found, KNOWN)).isEmpty();
    }
}
