package dev.dropbehind.dashboard;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.PublishedSeries;
import dev.dropbehind.scenario.Scenario;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * A small picture of what was published of one metric: a line a variant in a box of {@value #WIDTH} by
 * {@value #HEIGHT}.
 *
 * @param title the metric in words
 * @param origin what kind of figures these are, and their unit
 * @param lines one a variant
 */
record Sparkline(String title, String origin, List<Line> lines) {

    /** Width of the box in its own units. */
    static final int WIDTH = 320;

    /** Height of the box in its own units. */
    static final int HEIGHT = 84;

    private static final double HEADROOM = 1.05;

    /**
     * One variant's line.
     *
     * @param place the variant's place in the scenario, counted from 1
     * @param name the variant's name
     * @param path the line as an SVG path
     * @param mean the mean of the part that is compared, with the unit and the seconds where that is a part
     */
    record Line(int place, String name, String path, String mean) {}

    /** Returns the picture of a metric that the scenario has published figures of. */
    static Sparkline of(Scenario scenario, Metric metric) {
        List<PublishedSeries> series =
                scenario.published().stream().filter(s -> s.metric() == metric).toList();
        Box box = Box.around(series);
        return new Sparkline(
                titleOf(metric),
                "published, " + metric.unit() + ", " + box.seconds + " seconds",
                series.stream().map(s -> line(scenario, s, box)).toList());
    }

    private static Line line(Scenario scenario, PublishedSeries series, Box box) {
        List<String> names = scenario.variants().stream().map(v -> v.name()).toList();
        int place = names.indexOf(series.variant()) + 1;
        return new Line(place, series.variant(), box.path(series), mean(series));
    }

    private static String mean(PublishedSeries series) {
        String mean = String.format(
                Locale.ROOT, "mean %,.1f %s", series.mean(), series.metric().unit());
        boolean isWhole = series.seconds().stream().allMatch(series::isCompared);
        return isWhole ? mean : mean + ", seconds " + series.from() + "–" + series.to();
    }

    /** Returns a metric in words, or its name where it has none. */
    static String titleOf(Metric metric) {
        return switch (metric) {
            case READ_MIBPS -> "Read throughput";
            case WRITE_MIBPS -> "Write throughput";
            case KSWAPD_CPU -> "Reclaim CPU, kswapd";
            default -> metric.id();
        };
    }

    /** The range that all lines of a picture share: seconds from 1, values from 0. */
    private record Box(int seconds, double top) {

        static Box around(Collection<PublishedSeries> series) {
            int seconds = series.stream()
                    .flatMap(s -> s.seconds().stream())
                    .mapToInt(Integer::intValue)
                    .max()
                    .orElse(1);
            double top = series.stream()
                    .flatMap(s -> s.values().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(1);
            return new Box(seconds, top == 0 ? 1 : top * HEADROOM);
        }

        String path(PublishedSeries series) {
            StringBuilder path = new StringBuilder();
            for (int i = 0; i < series.seconds().size(); i++) {
                path.append(i == 0 ? 'M' : 'L')
                        .append(point(series.seconds().get(i), series.values().get(i)));
            }
            return path.toString();
        }

        private String point(int second, double value) {
            double x = seconds == 1 ? 0 : (second - 1.0) / (seconds - 1) * WIDTH;
            return String.format(Locale.ROOT, "%.1f %.1f", x, HEIGHT - value / top * HEIGHT);
        }
    }
}
