package dev.dropbehind.engine.spec;

import org.jspecify.annotations.Nullable;

/**
 * Memory at the start of a run. What is neither reserved nor cached is free.
 *
 * @param ramBytes memory the kernel manages
 * @param reservedBytes memory that is not page cache and never becomes free: anonymous, slab, kernel
 * @param slabBytes the part of it that is in kernel slabs: reports name it, nothing else depends on it
 * @param initiallyCachedBytes page cache of other files at the start, on the active list: what survives dropping caches
 * @param minFreeKbytes {@code vm.min_free_kbytes}, or null for the kernel's own formula (kernel-model §6.1)
 * @param watermarkScaleFactor {@code vm.watermark_scale_factor}, in 1/10000 of memory
 * @param cgroup the memory cgroup of the jobs; null for the root group, which has no limits
 * @param vm how much may be dirty and how long
 */
public record MemorySpec(
        long ramBytes,
        long reservedBytes,
        long slabBytes,
        long initiallyCachedBytes,
        @Nullable Long minFreeKbytes,
        int watermarkScaleFactor,
        @Nullable CgroupSpec cgroup,
        VmSpec vm) {

    /** {@code vm.watermark_scale_factor} of an untouched kernel. */
    public static final int DEFAULT_WATERMARK_SCALE_FACTOR = 10;

    /** The most memory a machine may have: 64 TiB. */
    public static final long MAX_RAM_BYTES = 64L << 40;

    /** The most page cache there may be at the start, 1 TiB: the engine keeps a row for each 32 of its pages. */
    public static final long MAX_INITIALLY_CACHED_BYTES = 1L << 40;

    /** Checks that what is in memory fits. */
    public MemorySpec {
        if (ramBytes < 0 || ramBytes > MAX_RAM_BYTES || reservedBytes < 0 || initiallyCachedBytes < 0) {
            throw new IllegalArgumentException("memory sizes out of range");
        }
        if (initiallyCachedBytes > MAX_INITIALLY_CACHED_BYTES) {
            throw new IllegalArgumentException("more page cache at the start than the engine keeps track of");
        }
        if ((minFreeKbytes != null && minFreeKbytes < 0) || watermarkScaleFactor < 0) {
            throw new IllegalArgumentException("watermarks out of range");
        }
        if (slabBytes < 0 || slabBytes > reservedBytes) {
            throw new IllegalArgumentException("slabs are a part of what is reserved");
        }
        if (reservedBytes > ramBytes || reservedBytes + initiallyCachedBytes > ramBytes) {
            throw new IllegalArgumentException("more memory is in use at the start than there is");
        }
        if (cgroup != null && cgroup.reservedBytes() > reservedBytes) {
            throw new IllegalArgumentException("what the cgroup has reserved is a part of what is reserved");
        }
    }

    /** Makes memory with the dirty limits of an untouched kernel. */
    public MemorySpec(
            long ramBytes,
            long reservedBytes,
            long slabBytes,
            long initiallyCachedBytes,
            @Nullable Long minFreeKbytes,
            int watermarkScaleFactor,
            @Nullable CgroupSpec cgroup) {
        this(
                ramBytes,
                reservedBytes,
                slabBytes,
                initiallyCachedBytes,
                minFreeKbytes,
                watermarkScaleFactor,
                cgroup,
                VmSpec.DEFAULT);
    }

    /** Makes memory whose jobs are in the root cgroup. */
    public MemorySpec(
            long ramBytes,
            long reservedBytes,
            long slabBytes,
            long initiallyCachedBytes,
            @Nullable Long minFreeKbytes,
            int watermarkScaleFactor) {
        this(ramBytes, reservedBytes, slabBytes, initiallyCachedBytes, minFreeKbytes, watermarkScaleFactor, null);
    }

    /** Makes memory with nothing in slabs. */
    public MemorySpec(
            long ramBytes,
            long reservedBytes,
            long initiallyCachedBytes,
            @Nullable Long minFreeKbytes,
            int watermarkScaleFactor) {
        this(ramBytes, reservedBytes, 0, initiallyCachedBytes, minFreeKbytes, watermarkScaleFactor, null);
    }

    /** Returns the same memory with the jobs in a cgroup. */
    public MemorySpec with(CgroupSpec group) {
        return new MemorySpec(
                ramBytes,
                reservedBytes,
                slabBytes,
                initiallyCachedBytes,
                minFreeKbytes,
                watermarkScaleFactor,
                group,
                vm);
    }

    /** Returns the same memory with other dirty limits. */
    public MemorySpec with(VmSpec other) {
        return new MemorySpec(
                ramBytes,
                reservedBytes,
                slabBytes,
                initiallyCachedBytes,
                minFreeKbytes,
                watermarkScaleFactor,
                cgroup,
                other);
    }
}
