package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.Durability.Sync;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads one job. How long its file is, and whether it is new, it learns when all jobs and files have been read. */
final class JobReader {

    static final int MAX_NAME = 64;
    static final long DEFAULT_BLOCK = 4096;

    /** The most bytes one call moves, MAX_RW_COUNT of the kernel. */
    static final long MAX_CALL_BYTES = Integer.MAX_VALUE & ~4095L;

    private static final Map<String, Layout> LAYOUTS = SpecReader.words(Layout.values(), JobReader::wordOf);
    private static final Map<String, IoMode> IO_MODES = SpecReader.words(IoMode.values(), JobReader::wordOf);
    private static final Map<String, Fadvise> FADVISE = SpecReader.words(Fadvise.values(), JobReader::wordOf);
    private static final Map<String, Sync> SYNC = SpecReader.words(Sync.values(), JobReader::wordOf);
    private static final int ALWAYS = 100;

    private final Fields fields;
    private final String name;
    private final Rw rw;
    private final long blockSize;
    private final int numjobs;
    private final Layout layout;
    private final String filename;
    private final Optional<Long> size;
    private final Optional<Long> fileSize;
    private final IoMode ioMode;
    private final Optional<Long> runtime;
    private final boolean timeBased;
    private final JobSpec.Pattern pattern;
    private final JobSpec.Start start;
    private final JobSpec.Hints hints;
    private final Durability durability;
    private final Optional<Boolean> existing;

    /**
     * Reads what the job says.
     *
     * @param fields the job
     * @param number its place in the list, from 1, which names it where it has no name
     */
    JobReader(Fields fields, int number) {
        this.fields = fields;
        name = fields.text("name", MAX_NAME).orElse("job" + number);
        RwWord word = RwWord.read(fields);
        rw = word.rw();
        blockSize = fields.bytes("bs", 1, MAX_CALL_BYTES).orElse(DEFAULT_BLOCK);
        numjobs = fields.whole("numjobs", 1, JobSpec.MAX_NUMJOBS).orElse(1L).intValue();
        layout = fields.word("layout", LAYOUTS).orElse(Layout.SHARED);
        filename = fields.text("filename", MAX_NAME).orElse(name);
        size = fields.bytes("size", 1, JobSpec.MAX_FILE_BYTES);
        fileSize = fields.bytes("fileSize", 1, JobSpec.MAX_FILE_BYTES);
        ioMode = ioMode();
        runtime = fields.nanos("runtime", 1, SpecReader.MAX_DURATION_NANOS);
        timeBased = fields.flag("timeBased", false);
        pattern = pattern(word.holeBytes());
        start = new JobSpec.Start(
                fields.nanos("startdelay", 0, SpecReader.MAX_DURATION_NANOS).orElse(0L),
                fields.flag("stonewall", false));
        hints = hints();
        durability = durability();
        boolean saysExisting = fields.flag("existing", false);
        existing = fields.has("existing") ? Optional.of(saysExisting) : Optional.empty();
        fields.refuseOthers();
        refuseContradictions();
    }

    String name() {
        return name;
    }

    Fields fields() {
        return fields;
    }

    Rw rw() {
        return rw;
    }

    String filename() {
        return filename;
    }

    Optional<Long> fileSize() {
        return fileSize;
    }

    /** Returns whether it says that its file is there before the run, or new. */
    Optional<Boolean> existing() {
        return existing;
    }

    /** Returns the byte of the file behind all that its tasks use. */
    long endBytes() {
        return pattern.offsetBytes() + JobSpec.rangeBytes(layout, size.orElse(0L), numjobs);
    }

    /** Refuses what a client of an NFS server would do with its own page cache. */
    void refuseOnClient() {
        String noCache = "The page cache of an NFS client is not simulated in this version.";
        if (ioMode == IoMode.DONTCACHE || ioMode == IoMode.MMAP) {
            fields.fault("ioMode", noCache + " Say \"cached\" or \"direct\": either goes to the server at once.");
        }
        if (hints.nowait()) {
            fields.fault("nowait", noCache + " Leave this out.");
        }
        if (hints.fadviseDontneedBytes() > 0) {
            fields.fault("fadviseDontneed", noCache + " Leave this out.");
        }
    }

    /** Returns the job, or nothing if it has faults. */
    Optional<JobSpec> job(UsedFile file) {
        refuseWhatDoesNotFit(file);
        if (!fields.areSound() || size.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new JobSpec(
                name,
                rw,
                blockSize,
                numjobs,
                layout,
                filename,
                size.get(),
                file.lengthBytes(),
                ioMode,
                runtime.orElse(null),
                timeBased,
                pattern,
                start,
                hints,
                durability,
                file.existing()));
    }

    /** Returns the word for an enum constant. */
    static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@code direct: true} and {@code ioMode: "direct"} say the same. */
    private IoMode ioMode() {
        IoMode mode = fields.word("ioMode", IO_MODES).orElse(IoMode.CACHED);
        boolean isDirect = fields.flag("direct", mode == IoMode.DIRECT);
        if (isDirect != (mode == IoMode.DIRECT) && fields.has("ioMode") && fields.areSound("ioMode", "direct")) {
            fields.fault("direct", "This says another thing than ioMode \"" + wordOf(mode) + "\". Leave one out.");
        }
        return isDirect ? IoMode.DIRECT : mode;
    }

    private JobSpec.Pattern pattern(long hole) {
        Optional<Long> mix = fields.whole("rwmixread", 0, ALWAYS);
        if (mix.isPresent() && !rw.isMixed()) {
            fields.fault("rwmixread", "This goes with rw \"readwrite\" or \"randrw\". Leave it out or say so.");
        }
        return new JobSpec.Pattern(
                hole,
                fields.flag("norandommap", false),
                fields.bytes("offset", 0, JobSpec.MAX_FILE_BYTES).orElse(0L),
                fields.bytes("ioSize", 1, JobSpec.MAX_IO_BYTES).orElse(null),
                mix.orElse((long) JobSpec.Pattern.EVEN_MIX).intValue());
    }

    private JobSpec.Hints hints() {
        Optional<Long> percent = fields.whole("dontcachePercent", 0, ALWAYS);
        if (percent.isPresent() && ioMode != IoMode.DONTCACHE) {
            fields.fault("dontcachePercent", "This goes with ioMode \"dontcache\". Leave it out or say so.");
        }
        boolean nowait = fields.flag("nowait", false);
        if (nowait && rw.writes()) {
            fields.fault("nowait", "Writes with RWF_NOWAIT are not simulated in this version. Leave this out.");
        } else if (nowait && ioMode == IoMode.MMAP) {
            fields.fault("nowait", "Nothing is called where a file is mapped: no flag can be given. Leave this out.");
        }
        return new JobSpec.Hints(
                fields.word("fadviseHint", FADVISE).orElse(Fadvise.NONE),
                fields.bytes("fadviseDontneed", 0, JobSpec.MAX_FILE_BYTES).orElse(0L),
                percent.orElse((long) ALWAYS).intValue(),
                nowait);
    }

    private Durability durability() {
        Sync sync = fields.word("sync", SYNC).orElse(Sync.NONE);
        if (sync != Sync.NONE && ioMode == IoMode.MMAP) {
            fields.fault("sync", "Nothing is called where a file is mapped. Leave this out; fsync syncs the mapping.");
        }
        return new Durability(
                sync,
                fields.whole("fsync", 0, Durability.MAX_EVERY).orElse(0L).intValue(),
                fields.whole("fdatasync", 0, Durability.MAX_EVERY).orElse(0L).intValue(),
                fields.flag("endFsync", false));
    }

    private void refuseContradictions() {
        if (size.isEmpty() && fields.areSound("size")) {
            fields.fault("size", "Say how much to " + whatItDoes() + ", like \"1GiB\".");
        }
        if (fields.areSound("size", "bs") && size.isPresent() && size.get() < blockSize) {
            fields.fault("size", "This is less than one call, bs, which is " + blockSize + " bytes.");
        }
        Long ioSize = pattern.ioSizeBytes();
        if (ioSize != null && ioSize < blockSize) {
            fields.fault("ioSize", "This is less than one call, bs, which is " + blockSize + " bytes.");
        }
        if (layout == Layout.INTERLEAVED && size.isPresent() && recordsInRange() < numjobs) {
            fields.fault(
                    "numjobs",
                    "Of " + numjobs + " tasks only " + recordsInRange() + " have a record, bs, of the size to "
                            + whatItDoes() + ".");
        }
        if (numjobs > 1 && !fields.has("filename")) {
            fields.fault(
                    "filename",
                    "Name the file that the " + numjobs + " tasks " + whatItDoes()
                            + "; a file each is not simulated in this version.");
        }
    }

    private void refuseWhatDoesNotFit(UsedFile file) {
        long length = file.lengthBytes();
        if (size.isPresent() && length > JobSpec.MAX_FILE_BYTES) {
            fields.fault("size", "A file has at most " + JobSpec.MAX_FILE_BYTES + " bytes; this needs " + length + ".");
        }
        if (length < endBytes() && fields.areSound("fileSize", "size")) {
            String culprit = fields.has("fileSize") ? "fileSize" : "size";
            String upTo = pattern.offsetBytes() == 0 ? "" : "the first ";
            fields.fault(culprit, "The file has " + length + " bytes, but " + upTo + endBytes() + " of it are used.");
        }
        if (!file.existing() && ioMode == IoMode.MMAP) {
            fields.fault(
                    "ioMode",
                    "The file is new and empty, and a mapping makes no file longer: the first access would be killed by"
                            + " SIGBUS. Say that the file is existing.");
        }
        if (!file.existing() && fileSize.isPresent() && length > file.usedBytes()) {
            fields.fault(
                    "fileSize",
                    "The file is new and ends as long as what is written, " + file.usedBytes()
                            + " bytes. Leave this out, or say that the file is existing.");
        }
    }

    private String whatItDoes() {
        return rw.isMixed() ? "read and write" : rw.writes() ? "write" : "read";
    }

    private long recordsInRange() {
        return (size.orElse(0L) + pattern.holeBytes()) / (blockSize + pattern.holeBytes());
    }
}
