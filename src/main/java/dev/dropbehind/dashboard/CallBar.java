package dev.dropbehind.dashboard;

import dev.dropbehind.cost.WorkloadCosts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A call as a bar of its parts, end to end, before a mark where the published call ends; places and lengths are
 * percents of the drawing.
 *
 * @param variant the path through the kernel
 * @param micros how long it is, microseconds
 * @param published how long it was published to be, microseconds
 * @param publishedAt where that ends
 * @param words all of it in words
 * @param pieces its parts
 */
record CallBar(String variant, String micros, String published, String publishedAt, String words, List<Piece> pieces) {

    /** A number fits into a piece of so many percents, even on a phone. */
    private static final double ROOM = 11;

    private static final double WHOLE = 100;

    /**
     * A part.
     *
     * @param group what it is, for its colour
     * @param x where it begins
     * @param middle where its number is
     * @param width how long it is
     * @param label its number, or empty where there is no room
     * @param words what it is and how long
     */
    record Piece(String group, String x, String middle, String width, String label, String words) {}

    /**
     * Returns the bar of a path.
     *
     * @param divisor 1 to show a call, or the pages of a call to show a page of it
     * @param scale microseconds that the whole width stands for
     */
    static CallBar of(WorkloadCosts.Path path, double divisor, double scale) {
        List<CallSegment> segments = CallSegment.of(path.spending()).stream()
                .filter(CallSegment::isSomething)
                .toList();
        List<Piece> pieces = new ArrayList<>();
        double at = 0;
        for (CallSegment segment : segments) {
            double width = segment.micros() / divisor / scale * WHOLE;
            pieces.add(piece(segment, divisor, at, width));
            at += width;
        }
        String words = segments.stream()
                .map(segment -> segment.words() + " " + CallSegment.print(segment.micros() / divisor))
                .collect(Collectors.joining(", "));
        String micros = CallSegment.print(path.spending().micros() / divisor);
        return new CallBar(
                path.variant().title(),
                micros,
                CallSegment.print(path.publishedMicros() / divisor),
                percent(path.publishedMicros() / divisor / scale * WHOLE),
                path.variant().title() + ": " + micros + " microseconds: " + words,
                pieces);
    }

    private static Piece piece(CallSegment segment, double divisor, double at, double width) {
        String micros = CallSegment.print(segment.micros() / divisor);
        return new Piece(
                segment.id(),
                percent(at),
                percent(at + width / 2),
                percent(width),
                width >= ROOM ? micros : "",
                segment.title() + ": " + micros + " µs");
    }

    private static String percent(double value) {
        return String.format(Locale.ROOT, "%.2f%%", value);
    }
}
