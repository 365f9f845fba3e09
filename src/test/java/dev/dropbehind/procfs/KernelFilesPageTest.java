package dev.dropbehind.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about kernel files names every line that the model moves, and no other. */
class KernelFilesPageTest {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    @ParameterizedTest
    @ValueSource(strings = {"proc/meminfo", "proc/vmstat", "sys/fs/cgroup/memory.stat"})
    void thePageListsTheLinesThatTheModelMoves(String path) throws IOException {
        Snapshot at = Moments.moment();
        String text = KernelFiles.of(at.spec()).file(path).orElseThrow().text(at);
        List<String> moved = text.lines()
                .filter(line -> !line.matches(".* 0( kB)?"))
                .map(line -> line.split("[: ]", -1)[0])
                .toList();

        assertThat(moved).isNotEmpty().isEqualTo(listed(path));
    }

    private static List<String> listed(String path) throws IOException {
        String start = "| `" + path + "` | ";
        String row = Files.readAllLines(Path.of("src/docs/kernel-files.md")).stream()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .orElseThrow();
        return NAME.matcher(row.substring(start.length()))
                .results()
                .map(name -> name.group(1))
                .toList();
    }
}
