package dev.dropbehind.engine.workload;

import dev.dropbehind.engine.time.Random64;

/** Which record of its share a task uses at which turn. */
@FunctionalInterface
interface RecordOrder {

    /**
     * Returns the record of a turn.
     *
     * @param turn from 0, each turn asked for once and one after the other
     */
    long at(long turn);

    /** Returns one record after the other, over and over. */
    static RecordOrder sequential(long records) {
        return turn -> turn % records;
    }

    /** Returns each record once in random order, then each once in another, as with fio's random map. */
    static RecordOrder shuffled(long records, Random64 random) {
        Shuffle shuffle = new Shuffle(records);
        return turn -> {
            if (turn % records == 0) {
                shuffle.renew(random);
            }
            return shuffle.at(turn % records);
        };
    }

    /** Returns any record at any turn, as with fio's {@code norandommap}. */
    static RecordOrder uniform(long records, Random64 random) {
        return turn -> random.between(0, records - 1);
    }
}
