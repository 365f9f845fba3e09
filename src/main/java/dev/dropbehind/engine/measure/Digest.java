package dev.dropbehind.engine.measure;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A hash over samples and counters: two runs with the same digest did the same (decisions.md 16). */
final class Digest {

    private final MessageDigest hash = sha256();
    private final ByteBuffer word = ByteBuffer.allocate(Long.BYTES);

    void add(Sample sample) {
        add(hash, sample.second());
        for (Metric metric : Metric.values()) {
            add(hash, Double.doubleToLongBits(sample.value(metric)));
        }
    }

    /** Returns the digest of all samples so far followed by the counters; more samples may be added afterwards. */
    String with(Counters counters) {
        try {
            MessageDigest copy = (MessageDigest) hash.clone();
            for (Counter counter : Counter.values()) {
                add(copy, counters.get(counter));
            }
            return HexFormat.of().formatHex(copy.digest());
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void add(MessageDigest target, long value) {
        word.putLong(0, value);
        target.update(word.array());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
