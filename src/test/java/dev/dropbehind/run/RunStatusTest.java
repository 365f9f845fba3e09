package dev.dropbehind.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunStatusTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "QUEUED    | RUNNING PAUSED FAILED CANCELLED",
                "RUNNING   | QUEUED PAUSED COMPLETED FAILED CANCELLED",
                "PAUSED    | QUEUED RUNNING COMPLETED FAILED CANCELLED",
                "COMPLETED | -",
                "FAILED    | -",
                "CANCELLED | -"
            })
    void eachStatusHasItsSuccessors(RunStatus status, String successors) {
        String allowed = successors == null ? "" : successors;

        assertThat(Arrays.stream(RunStatus.values()).filter(status::canBecome).map(RunStatus::name))
                .containsExactly(Arrays.stream(allowed.split(" ", -1))
                        .filter(s -> !s.isEmpty())
                        .toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void nothingFollowsWhatIsOver(RunStatus status) {
        assertThat(status.isOver()).isEqualTo(Arrays.stream(RunStatus.values()).noneMatch(status::canBecome));
    }
}
