package dev.dropbehind.procfs;

import dev.dropbehind.engine.measure.Counter;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The body of a file with a name and a number on each line, in the kernel's order. Most of the kernel's names have no
 * mechanism in the model: they are written all the same and read 0.
 */
final class NamedNumbers {

    private final List<String> names;
    private final Map<String, ToLongFunction<Snapshot>> moved;

    /**
     * Makes a body.
     *
     * @param names all names in their order, apart by white space
     * @param moved how to find the numbers of those that the model moves
     */
    NamedNumbers(String names, Map<String, ToLongFunction<Snapshot>> moved) {
        this.names = List.of(names.strip().split("\\s+"));
        this.moved = Map.copyOf(moved);
        if (!this.names.containsAll(moved.keySet())) {
            throw new IllegalArgumentException("numbers without a line: " + moved.keySet());
        }
    }

    /** How a line is written. */
    @FunctionalInterface
    interface Line {
        String of(String name, long number);
    }

    /** Returns the lines one after the other. */
    String text(Snapshot at, Line line) {
        return names.stream().map(name -> line.of(name, number(name, at))).collect(Collectors.joining());
    }

    private long number(String name, Snapshot at) {
        ToLongFunction<Snapshot> number = moved.get(name);
        return number == null ? 0 : number.applyAsLong(at);
    }

    /** Returns a number that is a counter as it stands. */
    static ToLongFunction<Snapshot> count(Counter counter) {
        return at -> at.count(counter);
    }

    /** Returns a number that is a counter of pages in KiB. */
    static ToLongFunction<Snapshot> kib(Counter pages) {
        return at -> at.kib(pages);
    }

    /** Returns a number that is a counter of pages in bytes. */
    static ToLongFunction<Snapshot> bytes(Counter pages) {
        return at -> at.kib(pages) << 10;
    }

    /** Returns a number that is the sum of two counters. */
    static ToLongFunction<Snapshot> sum(Counter one, Counter other) {
        return at -> at.count(one) + at.count(other);
    }
}
