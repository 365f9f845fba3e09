package dev.dropbehind.engine.spec;

import java.util.Locale;

/** What may be set under {@code /proc/sys/vm} while a machine runs (kernel-model §4.1). */
public enum VmSetting {
    /** {@code dirty_ratio}: per cent of available memory; setting it puts {@code dirty_bytes} out of force. */
    DIRTY_RATIO("dirtyRatio", 100),
    /** {@code dirty_background_ratio}; setting it puts {@code dirty_background_bytes} out of force. */
    DIRTY_BACKGROUND_RATIO("dirtyBackgroundRatio", 100),
    /** {@code dirty_bytes}; setting it puts {@code dirty_ratio} out of force. */
    DIRTY_BYTES("dirtyBytes", MemorySpec.MAX_RAM_BYTES),
    /** {@code dirty_background_bytes}; setting it puts {@code dirty_background_ratio} out of force. */
    DIRTY_BACKGROUND_BYTES("dirtyBackgroundBytes", MemorySpec.MAX_RAM_BYTES),
    /** {@code dirty_expire_centisecs}: how old dirty data becomes before the flusher must write it. */
    DIRTY_EXPIRE_CENTISECS("dirtyExpireCentisecs", VmSetting.MAX_CENTISECS),
    /** {@code dirty_writeback_centisecs}: how often the flusher looks; 0 for never. */
    DIRTY_WRITEBACK_CENTISECS("dirtyWritebackCentisecs", VmSetting.MAX_CENTISECS);

    /** The longest interval: a day. */
    public static final long MAX_CENTISECS = 8_640_000;

    private final String id;
    private final long most;

    VmSetting(String id, long most) {
        this.id = id;
        this.most = most;
    }

    /** Returns the name in specs. */
    public String id() {
        return id;
    }

    /** Returns the largest value; the smallest is 0. */
    public long most() {
        return most;
    }

    /** Returns whether the value is bytes. */
    public boolean isBytes() {
        return name().toLowerCase(Locale.ROOT).endsWith("bytes");
    }
}
