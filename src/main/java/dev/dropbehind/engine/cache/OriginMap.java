package dev.dropbehind.engine.cache;

import java.util.Map;
import java.util.TreeMap;

/** What each byte from address 0 on holds; bytes side by side of one origin are one entry. */
final class OriginMap {

    /** Looks at bytes of one origin. */
    interface Visitor {

        /**
         * Looks at a range.
         *
         * @param from first byte
         * @param to the byte behind the last
         * @param origin what they hold
         */
        void visit(long from, long to, Origin origin);
    }

    /** Each origin by the address it begins at; it ends where the next one begins. */
    private final TreeMap<Long, Origin> beginnings = new TreeMap<>();

    /** Makes a map of bytes that all hold the same. */
    OriginMap(Origin everywhere) {
        beginnings.put(0L, everywhere);
    }

    /** Lets a range hold something; an empty range is left alone. */
    void put(long from, long to, Origin origin) {
        if (from < to) {
            Origin behind = beginnings.floorEntry(to).getValue();
            beginnings.subMap(from, to).clear();
            begin(from, origin);
            begin(to, behind);
        }
    }

    private void begin(long address, Origin origin) {
        Map.Entry<Long, Origin> before = beginnings.lowerEntry(address);
        if (before != null && before.getValue().equals(origin)) {
            beginnings.remove(address);
        } else {
            beginnings.put(address, origin);
        }
    }

    /** Lets the bytes of a range that hold one thing hold another. */
    void replace(long from, long to, Origin old, Origin origin) {
        OriginMap before = new OriginMap(Origin.NOTHING);
        before.copy(this, from, to, from);
        before.forEach(from, to, (a, b, held) -> {
            if (held.equals(old)) {
                put(a, b, origin);
            }
        });
    }

    /**
     * Copies a range of another map.
     *
     * @param from its first byte there
     * @param to the byte behind the last there
     * @param address where it goes here
     */
    void copy(OriginMap other, long from, long to, long address) {
        long distance = address - from;
        other.forEach(from, to, (a, b, held) -> put(a + distance, b + distance, held.movedBy(distance)));
    }

    /** Visits what a range holds, in the order of addresses. */
    void forEach(long from, long to, Visitor visitor) {
        Map.Entry<Long, Origin> entry = beginnings.floorEntry(from);
        long begin = from;
        while (begin < to) {
            Map.Entry<Long, Origin> next = beginnings.higherEntry(begin);
            long end = next == null ? to : Math.min(to, next.getKey());
            visitor.visit(begin, end, entry.getValue());
            begin = end;
            entry = next;
        }
    }
}
