package dev.dropbehind.engine.cache;

import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import dev.dropbehind.engine.spec.SimulationSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What every byte holds, so that what is read and what is stored can be compared with what was written (kernel-model
 * §11.1, 7, 8, 23–28 and 50). A byte holds no value but an {@link Origin}: which write has put it there, and for which
 * place of which file.
 *
 * <p>There are three places where bytes are. The <em>reference</em> is the file as the applications have written it, in
 * the order in which their bytes were copied. The <em>cache</em> is what the cached pages of a file hold; bytes that
 * are not cached hold nothing. The <em>device</em> is kept by its own addresses, so that a bio that goes to a wrong
 * sector is found. A write on its way holds what was in the cache when it was submitted: a byte that changes afterwards
 * is stored only if its folio has become dirty once more.
 *
 * <p>Contents are kept of small runs, see {@link #of}; of the files of all others nothing is known, and the verbs do
 * nothing for a file that was never opened here.
 */
public final class Contents {

    /** The most bytes of all files together whose contents are kept. */
    public static final long MAX_BYTES = 16L << 20;

    /** The most records that calls can make of those files: each may have an origin of its own. */
    public static final long MAX_RECORDS = 1L << 16;

    /** Where a sector is that no block is written for. */
    public static final long HOLE = -1;

    private static final long ALL_WRITES = Long.MAX_VALUE;
    private static final OriginMap ALL_ZEROES = new OriginMap(Origin.ZEROES);

    /** A file and its bytes. */
    private static final class File {

        private final int number;
        private final Layout layout;
        private final OriginMap reference = new OriginMap(Origin.ZEROES);
        private final OriginMap cache = new OriginMap(Origin.NOTHING);
        private long size;
        private long truncatedAt;

        File(int number, Layout layout) {
            this.number = number;
            this.layout = layout;
            size = layout.sizeBytes();
        }
    }

    private final boolean kept;
    private final int blockBytes;
    private final OriginMap device = new OriginMap(Origin.NOTHING);
    private final OriginMap underWay = new OriginMap(Origin.NOTHING);
    private final Map<Promise, String> broken = new EnumMap<>(Promise.class);
    private @Nullable File[] files = new File[0];
    private long stamp;
    private long mismatches;

    private Contents(boolean kept, int blockBytes) {
        this.kept = kept;
        this.blockBytes = blockBytes;
    }

    /** Returns what keeps nothing and finds nothing. */
    public static Contents none() {
        return new Contents(false, Pages.SIZE);
    }

    /**
     * Returns what keeps the contents of every file that is opened.
     *
     * @param blockBytes block size of the file system
     */
    public static Contents kept(int blockBytes) {
        return new Contents(true, blockBytes);
    }

    /**
     * Returns what keeps the contents of a run where its files are small: {@link #MAX_BYTES} together at most, and
     * {@link #MAX_RECORDS} records of the calls' block sizes. So it is for each run that can be stepped, but for those
     * with calls of a few bytes on long files.
     */
    public static Contents of(SimulationSpec spec) {
        Map<String, Long> sizes = new TreeMap<>();
        long records = 0;
        for (JobSpec job : spec.jobs()) {
            sizes.merge(job.filename(), job.fileSizeBytes(), Math::max);
            records += job.fileSizeBytes() / job.blockSizeBytes();
        }
        long bytes = sizes.values().stream().mapToLong(Long::longValue).sum();
        return bytes <= MAX_BYTES && records <= MAX_RECORDS
                ? kept(spec.fileSystem().blockSize())
                : none();
    }

    /** Opens a file as it is on the device before the run; behind its end its last block is zero. */
    public void opened(Mapping mapping, Layout layout) {
        if (!kept) {
            return;
        }
        File file = new File(mapping.id(), layout);
        if (files.length <= file.number) {
            files = Arrays.copyOf(files, file.number + 1);
        }
        files[file.number] = file;
        long end = endOfLastBlock(file) / Pages.SECTOR_SIZE;
        for (long sector = 0; sector < end; sector = layout.endOfPiece(sector, end)) {
            if (layout.isWritten(sector)) {
                existed(file, sector, layout.endOfPiece(sector, end));
            }
        }
    }

    private void existed(File file, long first, long end) {
        file.reference.put(bytes(first), Math.min(file.size, bytes(end)), new Origin(file.number, 0, 0));
        device.copy(file.reference, bytes(first), bytes(end), bytes(file.layout.onDevice(first)));
    }

    /** Takes bytes of a write call that are copied into cached, locked folios. */
    public void written(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            stamp++;
            Origin origin = new Origin(file.number, 0, stamp);
            file.reference.put(from, to, origin);
            file.cache.put(from, to, origin);
            file.size = Math.max(file.size, to);
        }
    }

    /**
     * Takes that the blocks around what is written are filled with zeroes, where nothing is cached of them: they were
     * never written, or they would have been read.
     */
    public void zeroedAround(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            file.cache.replace(from, to, Origin.NOTHING, Origin.ZEROES);
        }
    }

    /** Takes cached bytes that are filled with zeroes: what no block is written for, and what lies behind the end. */
    public void zeroed(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            file.cache.put(from, to, Origin.ZEROES);
        }
    }

    /**
     * Takes what a read bio has brought into the cache, when it has ended.
     *
     * @param sector first sector in the file
     * @param sectors how many
     * @param onDevice first sector on the device, as the bio says
     */
    public void readIn(Mapping mapping, long sector, int sectors, long onDevice) {
        File file = find(mapping);
        if (file != null) {
            file.cache.copy(device, bytes(onDevice), bytes(onDevice + sectors), bytes(sector));
        }
    }

    /**
     * Takes what a write bio takes out of the cache when it is submitted; behind the end of the file that is zeroes.
     *
     * @param sector first sector in the file
     * @param sectors how many, whole blocks
     * @param onDevice first sector on the device, as the bio says
     */
    public void sentOut(Mapping mapping, long sector, int sectors, long onDevice) {
        File file = find(mapping);
        if (file != null) {
            long from = bytes(sector);
            long dataEnd = Math.clamp(file.layout.sizeBytes(), from, bytes(sector + sectors));
            underWay.copy(file.cache, from, dataEnd, bytes(onDevice));
            underWay.put(bytes(onDevice) + dataEnd - from, bytes(onDevice + sectors), Origin.ZEROES);
        }
    }

    /**
     * Takes what a write bio has stored, when it has ended well.
     *
     * @param onDevice first sector on the device, as the bio says
     * @param sectors how many
     */
    public void writtenOut(long onDevice, int sectors) {
        if (kept) {
            device.copy(underWay, bytes(onDevice), bytes(onDevice + sectors), bytes(onDevice));
            underWay.put(bytes(onDevice), bytes(onDevice + sectors), Origin.NOTHING);
        }
    }

    /**
     * Takes that a write bio has failed: the application hears of it by its sync, and what it finds there until it
     * writes again is its own affair.
     *
     * @param sector first sector in the file
     * @param sectors how many
     * @param onDevice first sector on the device, as the bio says
     */
    public void lost(Mapping mapping, long sector, int sectors, long onDevice) {
        File file = find(mapping);
        if (file != null) {
            long distance = bytes(sector - onDevice);
            underWay.forEach(
                    bytes(onDevice),
                    bytes(onDevice + sectors),
                    (from, to, sent) -> file.reference.replace(
                            from + distance,
                            Math.min(file.size, to + distance),
                            sent.movedBy(distance),
                            Origin.ANYTHING));
            underWay.put(bytes(onDevice), bytes(onDevice + sectors), Origin.NOTHING);
        }
    }

    /**
     * Begins a direct write; until it ends, its bytes may be read as they were or as they will be.
     *
     * @return what the write is known by, from 1
     */
    public long directWriteBegins(Mapping mapping, long from, long to) {
        File file = find(mapping);
        stamp++;
        if (file != null) {
            OriginMap before = new OriginMap(Origin.NOTHING);
            before.copy(file.reference, from, to, from);
            before.forEach(
                    from,
                    to,
                    (a, b, held) ->
                            file.reference.put(a, b, held.isUnknown() ? Origin.ANYTHING : Origin.unsettled(stamp)));
        }
        return stamp;
    }

    /**
     * Takes what a bio of a direct write has stored, when it has ended well.
     *
     * @param sector first sector in the file
     * @param sectors how many
     * @param onDevice first sector on the device, as the bio says
     * @param write what {@link #directWriteBegins} returned
     */
    public void directWritten(Mapping mapping, long sector, int sectors, long onDevice, long write) {
        File file = find(mapping);
        if (file != null) {
            Origin origin = new Origin(file.number, bytes(sector - onDevice), write);
            device.put(bytes(onDevice), bytes(onDevice + sectors), origin);
        }
    }

    /** Takes zeroes that a direct write stores around its own bytes, when their bio is submitted. */
    public void zeroesSentOut(long onDevice, int sectors) {
        if (kept) {
            underWay.put(bytes(onDevice), bytes(onDevice + sectors), Origin.ZEROES);
        }
    }

    /** Takes that bytes of a file may be anything from now on until they are written again. */
    public void unsettled(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            file.reference.put(from, Math.min(file.size, to), Origin.ANYTHING);
        }
    }

    /** Ends a direct write that has failed: nobody can say how much of it is stored; the file is no longer for it. */
    public void directWriteFails(Mapping mapping, long from, long to, long write) {
        File file = find(mapping);
        if (file != null) {
            long inside = Math.clamp(file.size, from, to);
            file.reference.replace(from, inside, Origin.unsettled(write), Origin.ANYTHING);
            file.reference.replace(inside, to, Origin.unsettled(write), Origin.ZEROES);
        }
    }

    /** Ends a direct write, once its bios have ended and what was cached of the range has been dropped. */
    public void directWriteEnds(Mapping mapping, long from, long to, long write) {
        File file = find(mapping);
        if (file != null) {
            file.reference.replace(from, to, Origin.unsettled(write), new Origin(file.number, 0, write));
            file.size = Math.max(file.size, to);
        }
    }

    /**
     * Checks what a bio of a direct read has brought, when it has ended.
     *
     * @param sector first sector in the file
     * @param sectors how many; what lies behind the end of the file is not looked at
     * @param onDevice first sector on the device as the bio says, or {@link #HOLE}
     * @param began what {@link #now} was when the call began: what was written since may be missing
     */
    public void directRead(Mapping mapping, long sector, int sectors, long onDevice, long began) {
        File file = find(mapping);
        if (file != null) {
            boolean isHole = onDevice == HOLE;
            OriginMap found = isHole ? ALL_ZEROES : device;
            long to = Math.min(file.size, bytes(sector + sectors));
            compare(Promise.LAST_WRITE, file, bytes(sector), to, found, bytes(isHole ? sector : onDevice), began);
        }
    }

    /** Checks bytes that a read copies out of cached folios. */
    public void copied(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            file.cache.forEach(
                    from,
                    to,
                    (a, b, held) -> compare(
                            held.equals(Origin.NOTHING) ? Promise.UP_TO_DATE : Promise.LAST_WRITE,
                            file,
                            a,
                            b,
                            file.cache,
                            a,
                            ALL_WRITES));
        }
    }

    /** Checks bytes whose folios leave the cache, and forgets what was cached of them. */
    public void dropped(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            compareStored(Promise.KEPT_ON_DROP, file, from, Math.min(to, file.size), ALL_WRITES);
            file.cache.put(from, to, Origin.NOTHING);
        }
    }

    /** Takes another length of a file, before folios behind it leave the cache. */
    public void truncated(Mapping mapping, long size) {
        File file = find(mapping);
        if (file != null) {
            stamp++;
            file.reference.put(size, Math.max(size, file.size), Origin.ZEROES);
            file.truncatedAt = stamp;
            file.size = size;
        }
    }

    /** Takes that a range of a file reads as zeroes from now on; bytes of it that are cached are another's to zero. */
    public void rangeZeroed(Mapping mapping, long from, long to) {
        File file = find(mapping);
        if (file != null) {
            stamp++;
            file.reference.put(from, Math.max(from, Math.min(file.size, to)), Origin.ZEROES);
            file.truncatedAt = stamp;
        }
    }

    /** Returns what the present moment is known by: the number of the last write. */
    public long now() {
        return stamp;
    }

    /**
     * Checks a range that has been synced with success.
     *
     * @param began what {@link #now} was when the sync began: what was written since need not be stored
     */
    public void synced(Mapping mapping, long from, long to, long began) {
        File file = find(mapping);
        if (file != null && file.truncatedAt <= began) {
            compareStored(Promise.SYNCED, file, from, Math.min(to, file.size), began);
        }
    }

    /** Checks what reads of all files would return now: what is cached, and what is on the device of all else. */
    public void verifyReads() {
        for (File file : files) {
            if (file != null) {
                file.cache.forEach(0, file.size, (from, to, held) -> {
                    if (held.equals(Origin.NOTHING)) {
                        compareStored(Promise.KEPT_ON_DROP, file, from, to, ALL_WRITES);
                    } else {
                        compare(Promise.LAST_WRITE, file, from, to, file.cache, from, ALL_WRITES);
                    }
                });
            }
        }
    }

    /** Checks, after a final sync, that the device holds all files and zeroes behind their ends. */
    public void verifyDevice() {
        for (File file : files) {
            if (file != null) {
                compareStored(Promise.STORED, file, 0, file.size, ALL_WRITES);
                compareStored(Promise.ZERO_BEHIND_END, file, file.size, endOfLastBlock(file), ALL_WRITES);
                if (file.layout.sizeBytes() != file.size) {
                    mismatch(
                            Promise.STORED,
                            Math.abs(file.layout.sizeBytes() - file.size),
                            "file " + file.number + " is " + file.layout.sizeBytes() + " bytes long, " + file.size
                                    + " expected");
                }
            }
        }
    }

    /** Returns how many bytes were found to be other than expected, each as often as it was. */
    public long mismatches() {
        return mismatches;
    }

    /** Returns where a promise was broken first, in words, or null where it was kept. */
    public @Nullable String firstMismatch(Promise promise) {
        return broken.get(promise);
    }

    /** Returns whether all checks have held, or null where no contents are kept. */
    public @Nullable Boolean dataVerified() {
        return Arrays.stream(files).allMatch(Objects::isNull) ? null : mismatches == 0;
    }

    private @Nullable File find(Mapping mapping) {
        return mapping.id() < files.length ? files[mapping.id()] : null;
    }

    /** Compares the reference with what the device has for a range: blocks that are not written are zero. */
    private void compareStored(Promise promise, File file, long from, long to, long upTo) {
        for (long begin = from; begin < to; ) {
            long sector = begin / Pages.SECTOR_SIZE;
            long end = Math.min(to, bytes(file.layout.endOfPiece(sector, Math.ceilDiv(to, Pages.SECTOR_SIZE))));
            if (file.layout.isWritten(sector)) {
                long address = bytes(file.layout.onDevice(sector)) + begin - bytes(sector);
                compare(promise, file, begin, end, device, address, upTo);
            } else {
                compare(promise, file, begin, end, ALL_ZEROES, begin, upTo);
            }
            begin = end;
        }
    }

    private long endOfLastBlock(File file) {
        return Math.ceilDiv(file.size, blockBytes) * blockBytes;
    }

    private static long bytes(long sectors) {
        return sectors * Pages.SECTOR_SIZE;
    }

    /** Compares the reference with what lies from an address on; what was written after {@code upTo} may be missing. */
    private void compare(Promise promise, File file, long from, long to, OriginMap found, long address, long upTo) {
        long distance = address - from;
        file.reference.forEach(from, to, (begin, end, expected) -> {
            if (expected.isUnknown() || expected.stamp() > upTo) {
                return;
            }
            found.forEach(begin + distance, end + distance, (a, b, held) -> {
                if (!held.movedBy(-distance).equals(expected)) {
                    mismatch(
                            expected.equals(Origin.ZEROES) && promise == Promise.STORED
                                    ? Promise.UNWRITTEN_IS_ZERO
                                    : promise,
                            b - a,
                            "file " + file.number + " from byte " + (a - distance) + " to " + (b - distance) + ": "
                                    + expected.describe(a - distance) + " expected, " + held.describe(a) + " found");
                }
            });
        });
    }

    private void mismatch(Promise promise, long bytes, String found) {
        mismatches += bytes;
        broken.putIfAbsent(promise, found);
    }
}
