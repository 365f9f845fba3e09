package dev.dropbehind.validation;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The README's table of figures, as Markdown, and its place between two comments. */
public final class ReadmeTable {

    private static final String BEGIN = "<!-- validation -->\n";
    private static final String END = "<!-- /validation -->";
    private static final String HEAD = """
            | scenario | variant | figure | seconds | published | simulated | spread | error | tolerance | role | |
            | --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- | --- | --- |
            """;

    private ReadmeTable() {}

    /** Returns the page with the table of these results in place of the one it has. */
    public static String putInto(String page, List<ValidationResult> results) {
        int from = page.indexOf(BEGIN) + BEGIN.length();
        int to = page.indexOf(END);
        if (from < BEGIN.length() || to < from) {
            throw new IllegalArgumentException("the page has no place for the table");
        }
        return page.substring(0, from) + of(results) + page.substring(to);
    }

    private static String of(List<ValidationResult> results) {
        return HEAD
                + results.stream()
                        .flatMap(result -> result.figures().stream())
                        .map(ReadmeTable::row)
                        .collect(Collectors.joining());
    }

    private static String row(FigureResult result) {
        Figure figure = result.figure();
        return String.format(
                Locale.ROOT,
                "| `%s` | %s | `%s`, %s | %d–%d | %s | %s | %s | %s | %s | %s | %s |\n",
                figure.subject().scenario().id(),
                figure.subject().variant().name(),
                figure.metric().id(),
                figure.words(),
                figure.seconds().from(),
                figure.seconds().to(),
                FigureText.published(result),
                FigureText.simulated(result),
                FigureText.spread(result),
                FigureText.error(result),
                FigureText.tolerance(figure),
                figure.role().name().toLowerCase(Locale.ROOT),
                result.verdict().name().toLowerCase(Locale.ROOT));
    }
}
