package dev.dropbehind.engine.spec;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Something that is done to the machine from outside at some time of the run. */
public sealed interface ActionSpec {

    /** The most actions of a run. */
    int MAX_ACTIONS = 256;

    /** Returns when it is done, in simulated nanoseconds, at least 0. */
    long atNanos();

    /** Returns the processor that goes or comes, 0 where none does. */
    default int cpu() {
        return 0;
    }

    /** Returns the file that it is about, or null where it is about none. */
    default @Nullable String file() {
        return null;
    }

    /** {@code sync}: all dirty data of all files is written, and waited for. */
    record Sync(long atNanos) implements ActionSpec {

        /** Checks the time. */
        public Sync {
            checkTime(atNanos);
        }
    }

    /** Three into {@code /proc/sys/vm/drop_caches}: clean page cache that nobody uses is given up. */
    record DropCaches(long atNanos) implements ActionSpec {

        /** Checks the time. */
        public DropCaches {
            checkTime(atNanos);
        }
    }

    /**
     * A processor goes offline.
     *
     * @param atNanos when
     * @param cpu which, from 1: processor 0 stays
     */
    record CpuOffline(long atNanos, int cpu) implements ActionSpec {

        /** Checks time and processor. */
        public CpuOffline {
            checkTime(atNanos);
            checkCpu(cpu);
        }
    }

    /**
     * A processor comes back.
     *
     * @param atNanos when
     * @param cpu which, from 1
     */
    record CpuOnline(long atNanos, int cpu) implements ActionSpec {

        /** Checks time and processor. */
        public CpuOnline {
            checkTime(atNanos);
            checkCpu(cpu);
        }
    }

    /**
     * {@code truncate}: a file gets another length.
     *
     * @param atNanos when
     * @param file a file of the jobs
     * @param sizeBytes its length from then on; what is beyond is gone from cache and device
     */
    record Truncate(long atNanos, String file, long sizeBytes) implements ActionSpec {

        /** Checks time and length. */
        public Truncate {
            checkTime(atNanos);
            checkRange(0, sizeBytes);
        }
    }

    /**
     * Values are written under {@code /proc/sys/vm}.
     *
     * @param atNanos when
     * @param values what is set, at least one; what is not named stays
     */
    record SetVm(long atNanos, Map<VmSetting, Long> values) implements ActionSpec {

        /** Checks time and values. */
        public SetVm {
            checkTime(atNanos);
            if (values.isEmpty()) {
                throw new IllegalArgumentException("nothing is set");
            }
            values = Collections.unmodifiableMap(new EnumMap<>(values));
            values.forEach((setting, value) -> {
                if (value < 0 || value > setting.most()) {
                    throw new IllegalArgumentException(setting.id() + " out of range: " + value);
                }
                if (setting == VmSetting.DIRTY_BYTES && value > 0 && value < VmSpec.LEAST_DIRTY_BYTES) {
                    throw new IllegalArgumentException("less than two pages: " + value);
                }
            });
        }
    }

    /**
     * {@code POSIX_FADV_DONTNEED} on a whole file.
     *
     * @param atNanos when
     * @param file a file of the jobs
     */
    record FadviseDontneed(long atNanos, String file) implements ActionSpec {

        /** Checks the time. */
        public FadviseDontneed {
            checkTime(atNanos);
        }
    }

    /**
     * Somebody stores into a mapping of a file, a byte of each page.
     *
     * @param atNanos when
     * @param file a file of the jobs
     * @param offsetBytes first byte
     * @param lengthBytes how many, at least 1
     */
    record MmapStore(long atNanos, String file, long offsetBytes, long lengthBytes) implements ActionSpec {

        /** Checks time and range. */
        public MmapStore {
            checkTime(atNanos);
            checkRange(offsetBytes, lengthBytes - 1);
        }
    }

    /**
     * Somebody reads a part of a file by ordinary buffered reads.
     *
     * @param atNanos when
     * @param file a file of the jobs
     * @param offsetBytes first byte
     * @param lengthBytes how many, at least 1
     */
    record ReadNormally(long atNanos, String file, long offsetBytes, long lengthBytes) implements ActionSpec {

        /** Checks time and range. */
        public ReadNormally {
            checkTime(atNanos);
            checkRange(offsetBytes, lengthBytes - 1);
        }
    }

    /**
     * {@code fallocate} with {@code FALLOC_FL_ZERO_RANGE}: a part of a file reads as zeroes.
     *
     * @param atNanos when
     * @param file a file of the jobs
     * @param offsetBytes first byte
     * @param lengthBytes how many, at least 1
     */
    record ZeroRange(long atNanos, String file, long offsetBytes, long lengthBytes) implements ActionSpec {

        /** Checks time and range. */
        public ZeroRange {
            checkTime(atNanos);
            checkRange(offsetBytes, lengthBytes - 1);
        }
    }

    /**
     * {@code EXT4_IOC_MOVE_EXT}: a file of ext4 is defragmented. Where its blocks lie stays as it is.
     *
     * @param atNanos when
     * @param file a file of the jobs
     */
    record Defrag(long atNanos, String file) implements ActionSpec {

        /** Checks the time. */
        public Defrag {
            checkTime(atNanos);
        }
    }

    private static void checkTime(long atNanos) {
        if (atNanos < 0) {
            throw new IllegalArgumentException("an action before the run: " + atNanos);
        }
    }

    private static void checkCpu(int cpu) {
        if (cpu < 1 || cpu >= MachineSpec.MAX_CPUS) {
            throw new IllegalArgumentException("no processor that can go: " + cpu);
        }
    }

    private static void checkRange(long first, long more) {
        if (first < 0 || more < 0 || first > JobSpec.MAX_FILE_BYTES || more > JobSpec.MAX_FILE_BYTES) {
            throw new IllegalArgumentException("not a part of a file");
        }
    }
}
