package dev.dropbehind.validation;

import dev.dropbehind.validation.TableScore.Group;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
                        .flatMap(result -> result.table()
                                .map(table -> Stream.of(row(result, table)))
                                .orElseGet(() -> result.figures().stream().map(ReadmeTable::row)))
                        .collect(Collectors.joining());
    }

    /** A table has one line, whatever it has of cells. */
    private static String row(ValidationResult result, TableResult table) {
        Figure one = result.figures().getFirst().figure();
        double spread = result.figures().stream()
                .mapToDouble(cell -> cell.spread() / cell.figure().published() * 100)
                .max()
                .orElseThrow();
        return String.format(
                Locale.ROOT,
                "| `%s` | each row, two of its variants | `%s`, %s | %d–%d | %s | | at most %.2f %% | median of %s"
                        + " | %s: %s | %s | %s |\n",
                result.validation().id(),
                one.metric().id(),
                one.words(),
                one.seconds().from(),
                one.seconds().to(),
                of(table, score -> score.cells() + " " + score.group().word()),
                spread,
                of(table, score -> String.format(Locale.ROOT, "%.1f %%", score.medianErrorPercent())),
                FigureText.tolerance(one),
                of(table, score -> Integer.toString(score.within())),
                of(table, score -> score.group().word()),
                of(table, score -> score.far() + " beyond 20 %"));
    }

    /** Fit, check and the rows beside the table apart. */
    private static String of(TableResult table, Function<TableScore, String> words) {
        return table.scores().stream()
                .filter(score -> score.group() != Group.TABLE)
                .map(words)
                .collect(Collectors.joining(", "));
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
