package dev.dropbehind.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages for readers name and link to is there. */
class DocsTest {

    private static final Path ENGINE = Path.of("src/main/java/dev/dropbehind/engine");

    /** A package of the engine, one of its types and perhaps a member of it: {@code cache.PageCache.remove}. */
    private static final Pattern TYPE = Pattern.compile("`([a-z]+)\\.([A-Z]\\w+)(?:\\.(\\w+))?`");

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");

    @Test
    void everyTypeAndMemberThatThePagesNameExists() {
        List<MatchResult> named = pages().flatMap(
                        page -> TYPE.matcher(text(page)).results())
                .filter(name -> Files.isDirectory(ENGINE.resolve(name.group(1))))
                .toList();

        assertThat(named).isNotEmpty().allSatisfy(name -> {
            Path type = ENGINE.resolve(name.group(1)).resolve(name.group(2) + ".java");
            assertThat(type).exists();
            if (name.group(3) != null) {
                assertThat(text(type)).containsPattern("\\b" + name.group(3) + "\\b");
            }
        });
    }

    @Test
    void everyLinkOfAPageLeadsToAFile() {
        assertThat(pages())
                .isNotEmpty()
                .allSatisfy(page -> assertThat(LINK.matcher(text(page)).results())
                        .allSatisfy(link ->
                                assertThat(page.resolveSibling(link.group(1))).exists()));
    }

    private static Stream<Path> pages() {
        return Stream.concat(
                        Stream.of("README.md", ".github/CONTRIBUTING.md", "frontend/README.md", "helm/README.md")
                                .map(Path::of),
                        docs())
                .map(Path::toAbsolutePath);
    }

    private static Stream<Path> docs() {
        try (Stream<Path> tree = Files.walk(Path.of("src/docs"))) {
            return tree.filter(path -> path.toString().endsWith(".md")).toList().stream();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
