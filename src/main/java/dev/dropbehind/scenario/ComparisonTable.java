package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.engine.measure.Sample;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Throughput and reclaim of all variants second by second, published figures beside them.
 *
 * @param title what was run
 * @param notes what to know, a sentence each: of the run, then of the published figures
 * @param columns by metric, then by variant, the simulated column before the published one
 * @param rows one a second
 * @param averages one for each column, over the simulated seconds in which it is compared; null where it has no value
 *     there
 */
public record ComparisonTable(
        String title, List<String> notes, List<Column> columns, List<Row> rows, List<@Nullable BigDecimal> averages) {

    private static final List<Metric> METRICS = List.of(Metric.READ_MIBPS, Metric.WRITE_MIBPS, Metric.KSWAPD_CPU);

    /** Whether a column is ours or somebody's measurement. */
    public enum Kind {
        SIMULATED,
        PUBLISHED
    }

    /**
     * What a column holds.
     *
     * @param variant name of the variant
     * @param metric which value, by name
     * @param unit its unit
     * @param kind whose it is
     * @param from first second of the average
     * @param to last second of the average
     */
    public record Column(String variant, String metric, String unit, Kind kind, int from, int to) {}

    /**
     * The values of one second.
     *
     * @param second the simulated second, counted from 1
     * @param values one for each column, null where a column has none
     */
    public record Row(int second, List<@Nullable BigDecimal> values) {}

    /** The samples of one variant. */
    public record Measured(String variant, List<Sample> samples) {

        /** Keeps its own copy. */
        public Measured {
            samples = List.copyOf(samples);
        }
    }

    /**
     * Makes a table.
     *
     * @param title what was run
     * @param notes what to know
     * @param measured the samples of each variant
     * @param published figures to put beside them; those of other variants are left out
     */
    public static ComparisonTable of(
            String title, List<String> notes, List<Measured> measured, List<PublishedSeries> published) {
        List<Series> series = new ArrayList<>();
        for (Metric metric : METRICS) {
            if (metric != Metric.WRITE_MIBPS || isWritten(measured)) {
                measured.forEach(variant -> addSeries(series, metric, variant, published));
            }
        }
        SortedSet<Integer> seconds = new TreeSet<>();
        measured.forEach(variant -> variant.samples().forEach(sample -> seconds.add(sample.second())));
        return new ComparisonTable(
                title,
                Stream.concat(notes.stream(), notesOf(published, measured)).toList(),
                series.stream().map(Series::column).toList(),
                seconds.stream().map(second -> row(second, series)).toList(),
                averages(series, seconds.isEmpty() ? 0 : seconds.last()));
    }

    /** Returns what is to be known about the published figures, such as what their units mean. */
    private static Stream<String> notesOf(List<PublishedSeries> published, List<Measured> measured) {
        List<String> variants = measured.stream().map(Measured::variant).toList();
        return published.stream()
                .filter(series ->
                        variants.contains(series.variant()) && !series.note().isBlank())
                .map(series -> "Published " + series.metric().id() + ": " + series.note())
                .distinct();
    }

    private static List<@Nullable BigDecimal> averages(List<Series> series, int last) {
        List<@Nullable BigDecimal> averages = new ArrayList<>();
        series.forEach(one -> averages.add(one.average(last)));
        return averages;
    }

    private static boolean isWritten(List<Measured> measured) {
        return measured.stream().flatMap(v -> v.samples().stream()).anyMatch(s -> s.value(Metric.WRITE_MIBPS) > 0);
    }

    private static void addSeries(
            List<Series> series, Metric metric, Measured variant, List<PublishedSeries> published) {
        Optional<PublishedSeries> beside = published.stream()
                .filter(p -> p.variant().equals(variant.variant()) && p.metric() == metric)
                .findFirst();
        int from = beside.map(PublishedSeries::from).orElse(1);
        int to = beside.map(PublishedSeries::to).orElse(Integer.MAX_VALUE);
        Map<Integer, Double> values = new TreeMap<>();
        variant.samples().forEach(sample -> values.put(sample.second(), sample.value(metric)));
        series.add(new Series(
                new Column(variant.variant(), metric.id(), metric.unit(), Kind.SIMULATED, from, to), values));
        beside.ifPresent(p -> series.add(Series.of(p)));
    }

    private static Row row(int second, List<Series> series) {
        List<@Nullable BigDecimal> values = new ArrayList<>();
        for (Series one : series) {
            Double value = one.values().get(second);
            values.add(value == null ? null : Numbers.plain(value));
        }
        return new Row(second, values);
    }

    /** One column and its values by second. */
    private record Series(Column column, Map<Integer, Double> values) {

        static Series of(PublishedSeries published) {
            Map<Integer, Double> values = new TreeMap<>();
            for (int i = 0; i < published.seconds().size(); i++) {
                values.put(published.seconds().get(i), published.values().get(i));
            }
            Column column = new Column(
                    published.variant(),
                    published.metric().id(),
                    published.unit(),
                    Kind.PUBLISHED,
                    published.from(),
                    published.to());
            return new Series(column, values);
        }

        @Nullable
        BigDecimal average(int last) {
            var mean = values.entrySet().stream()
                    .filter(e -> e.getKey() >= column.from() && e.getKey() <= Math.min(column.to(), last))
                    .mapToDouble(Map.Entry::getValue)
                    .average();
            return mean.isPresent() ? Numbers.plain(mean.getAsDouble()) : null;
        }
    }
}
