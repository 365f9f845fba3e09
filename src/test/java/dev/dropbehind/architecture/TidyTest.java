package dev.dropbehind.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.dropbehind.engine.cache.Promise;
import dev.dropbehind.scenario.Family;
import dev.dropbehind.scenario.Scenario;
import dev.dropbehind.scenario.ScenarioLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The house rules that can be checked by reading the sources. */
class TidyTest {

    private static final int LINE = 120;
    private static final int FILE = 600;
    private static final int METHOD = 60;

    /** Words that stand for work left over; put together here so that this file has none. */
    private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

    /** Absolute paths of machines on which the project happens to be worked on. */
    private static final Pattern WORKPLACE =
            Pattern.compile("(?<![\\w.~-])/(work|root|home/[a-z]+)/|\\.lib" + "rary/|\\.\\./sha" + "red/");

    private static final Set<String> TEXTS = Set.of(
            "java", "js", "css", "html", "yaml", "yml", "csv", "md", "xml", "json", "properties", "sql", "tpl", "sh");
    private static final Set<String> GENERATED = Set.of("target", "node_modules", ".git", "data");

    @Test
    void noLineIsLongerThanItMayBe() {
        Pattern tooLong = Pattern.compile(".{" + (LINE + 1) + ",}");

        assertThat(faults(tooLong, path -> is(path, "java", "js", "css"))).isEmpty();
    }

    @Test
    void noFileIsLongerThanItMayBe() {
        assertThat(sources("java", "js", "css").filter(path -> lines(path).size() > FILE))
                .isEmpty();
    }

    @Test
    void noMethodIsLongerThanItMayBe() throws IOException {
        assertThat(longMethods()).isEmpty();
    }

    @Test
    void everyPackageIsNullMarkedAndDocumented() {
        List<Path> packages = sources("java")
                .filter(path -> !path.startsWith("src/jmh"))
                .map(path -> path.resolveSibling("package-info.java"))
                .distinct()
                .toList();

        assertThat(packages).isNotEmpty().allSatisfy(info -> {
            assertThat(info).exists();
            assertThat(text(info)).contains("@NullMarked").startsWith("/**");
        });
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(faults(LEFTOVER, path -> true)).isEmpty();
    }

    @Test
    void noPathOfAWorkplaceIsWrittenDown() {
        assertThat(faults(WORKPLACE, path -> true)).isEmpty();
    }

    @Test
    void everyScenarioLoads() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/scenarios"))) {
            assertThat(ScenarioLoader.load().singles())
                    .extracting(Scenario::id)
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(TidyTest::stem).toList());
        }
    }

    @Test
    void everyFamilyLoads() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/families"))) {
            assertThat(ScenarioLoader.load().families())
                    .extracting(Family::id)
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(TidyTest::stem).toList());
        }
    }

    @Test
    void everyPublishedTableIsUsedByAScenario() throws IOException {
        String scenarios = sources("yaml").map(TidyTest::text).collect(Collectors.joining());
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/published"))) {
            assertThat(files.map(file -> "table: " + stem(file)))
                    .allSatisfy(use -> assertThat(scenarios).contains(use));
        }
    }

    @Test
    void everyInvariantHasATestThatBreaksIt() {
        String breaking = text(Path.of("src/test/java/dev/dropbehind/engine/machine/InvariantsTest.java"));
        String invariants = text(Path.of("src/main/java/dev/dropbehind/engine/machine/Invariants.java"));

        assertThat(Pattern.compile("new Invariant\\(\\s*(\\d+),")
                        .matcher(invariants)
                        .results())
                .isNotEmpty()
                .allSatisfy(invariant -> assertThat(breaking).contains("void invariant" + invariant.group(1) + "Sees"));
    }

    @Test
    void everyPromiseAboutContentsHasATestThatBreaksIt() {
        String breaking = text(Path.of("src/test/java/dev/dropbehind/engine/machine/ContentsHeldTest.java"));

        assertThat(Promise.values())
                .allSatisfy(promise -> assertThat(breaking).contains("void invariant" + promise.number() + "Sees"));
    }

    @Test
    void noTestIsSwitchedOffOrSleeps() {
        Pattern forbidden = Pattern.compile("@Dis" + "abled|Thread\\.sl" + "eep|Mocki" + "to");

        assertThat(faults(forbidden, path -> path.startsWith("src/test"))).isEmpty();
    }

    private static List<String> faults(Pattern fault, Predicate<Path> where) {
        return sources(TEXTS.toArray(String[]::new))
                .filter(where)
                .flatMap(path -> {
                    List<String> lines = lines(path);
                    return IntStream.range(0, lines.size())
                            .filter(i -> fault.matcher(lines.get(i)).find())
                            .mapToObj(i -> path + ":" + (i + 1));
                })
                .toList();
    }

    private static Stream<Path> sources(String... endings) {
        try (Stream<Path> tree = Files.walk(Path.of(""))) {
            return tree
                    .filter(path -> Stream.of(path.toString().split("/", -1)).noneMatch(GENERATED::contains))
                    .filter(path -> is(path, endings))
                    .toList()
                    .stream();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static boolean is(Path path, String... endings) {
        String name = path.toString().toLowerCase(Locale.ROOT);
        return Stream.of(endings).anyMatch(ending -> name.endsWith("." + ending));
    }

    private static String stem(Path path) {
        return path.getFileName().toString().replaceAll("\\.\\w+$", "");
    }

    private static List<String> lines(Path path) {
        return text(path).lines().toList();
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static List<String> longMethods() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            var units = files.getJavaFileObjectsFromPaths(sources("java").toList());
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null, units);
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new MethodLengths(unit, positions, found).scan(unit, null);
            }
        }
        return found;
    }

    /** Finds methods that are too long. */
    private static final class MethodLengths extends TreeScanner<@Nullable Void, @Nullable Void> {

        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final List<String> found;

        MethodLengths(CompilationUnitTree unit, SourcePositions positions, List<String> found) {
            this.unit = unit;
            this.positions = positions;
            this.found = found;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            LineMap lines = unit.getLineMap();
            long first = lines.getLineNumber(positions.getStartPosition(unit, method));
            long last = lines.getLineNumber(positions.getEndPosition(unit, method));
            if (last - first + 1 > METHOD) {
                found.add(unit.getSourceFile().getName() + ":" + first + " " + method.getName());
            }
            return super.visitMethod(method, null);
        }
    }
}
