package dev.dropbehind.procfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.CgroupSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page about kernel files names every line that the model moves, and no other. */
class KernelFilesPageTest {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    @ParameterizedTest
    @CsvSource({
        "2, proc/meminfo",
        "2, proc/vmstat",
        "2, sys/fs/cgroup/memory.stat",
        "2, sys/fs/cgroup/job/memory.stat",
        "2, sys/fs/cgroup/job/memory.events",
        "1, sys/fs/cgroup/memory/job/memory.stat"
    })
    void thePageListsTheLinesThatTheModelMoves(int version, String path) throws IOException {
        Snapshot at = Moments.moment(Moments.machine(new CgroupSpec("job", version, 8L << 20, null, 0)));
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
