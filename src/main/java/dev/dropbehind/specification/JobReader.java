package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.Durability;
import dev.dropbehind.engine.spec.IoMode;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Fadvise;
import dev.dropbehind.engine.spec.JobSpec.Layout;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads one job. How long its file is it learns in a second step, when all jobs and files have been read. */
final class JobReader {

    static final int MAX_NAME = 64;
    static final long DEFAULT_BLOCK = 4096;

    /** The most bytes one call moves, MAX_RW_COUNT of the kernel. */
    static final long MAX_CALL_BYTES = Integer.MAX_VALUE & ~4095L;

    private static final Map<String, Rw> RW = SpecReader.words(Rw.values(), JobReader::wordOf);
    private static final Map<String, Layout> LAYOUTS = SpecReader.words(Layout.values(), JobReader::wordOf);
    private static final Map<String, IoMode> IO_MODES = SpecReader.words(IoMode.values(), JobReader::wordOf);
    private static final List<String> LATER_RW =
            List.of("write", "randwrite", "rw", "readwrite", "randrw", "trim", "randtrim", "trimwrite");
    private static final Map<String, Fadvise> FADVISE = SpecReader.words(Fadvise.values(), JobReader::wordOf);
    private static final String HOLES = wordOf(Rw.READ) + ":";
    private static final int ALWAYS = 100;
    private static final List<String> LATER_IO_MODES = List.of("direct", "mmap");

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

    /**
     * Reads what the job says.
     *
     * @param fields the job
     * @param number its place in the list, from 1, which names it where it has no name
     */
    JobReader(Fields fields, int number) {
        this.fields = fields;
        name = fields.text("name", MAX_NAME).orElse("job" + number);
        Optional<Long> hole = hole();
        rw = hole.isPresent() ? Rw.READ : laterOr("rw", LATER_RW, RW, Rw.READ);
        blockSize = fields.bytes("bs", 1, MAX_CALL_BYTES).orElse(DEFAULT_BLOCK);
        numjobs = fields.whole("numjobs", 1, JobSpec.MAX_NUMJOBS).orElse(1L).intValue();
        layout = fields.word("layout", LAYOUTS).orElse(Layout.SHARED);
        filename = fields.text("filename", MAX_NAME).orElse(name);
        size = fields.bytes("size", 1, JobSpec.MAX_FILE_BYTES);
        fileSize = fields.bytes("fileSize", 1, JobSpec.MAX_FILE_BYTES);
        ioMode = laterOr("ioMode", LATER_IO_MODES, IO_MODES, IoMode.CACHED);
        runtime = fields.nanos("runtime", 1, SpecReader.MAX_DURATION_NANOS);
        timeBased = fields.flag("timeBased", false);
        pattern = pattern(hole.orElse(0L));
        start = new JobSpec.Start(
                fields.nanos("startdelay", 0, SpecReader.MAX_DURATION_NANOS).orElse(0L),
                fields.flag("stonewall", false));
        hints = hints();
        refuseWhatIsNotSimulated();
        fields.refuseOthers();
        refuseContradictions();
    }

    String name() {
        return name;
    }

    Fields fields() {
        return fields;
    }

    String filename() {
        return filename;
    }

    Optional<Long> fileSize() {
        return fileSize;
    }

    /** Returns the byte of the file behind all that its tasks use. */
    long endBytes() {
        return pattern.offsetBytes() + JobSpec.rangeBytes(layout, size.orElse(0L), numjobs);
    }

    /**
     * Returns the job, or nothing if it has faults.
     *
     * @param lengths how long each file is
     */
    Optional<JobSpec> job(Map<String, Long> lengths) {
        long length = lengths.getOrDefault(filename, 0L);
        if (size.isPresent() && length > JobSpec.MAX_FILE_BYTES) {
            fields.fault("size", "A file has at most " + JobSpec.MAX_FILE_BYTES + " bytes; this needs " + length + ".");
        }
        if (length < endBytes() && fields.areSound("fileSize", "size")) {
            String culprit = fields.has("fileSize") ? "fileSize" : "size";
            String upTo = pattern.offsetBytes() == 0 ? "" : "the first ";
            fields.fault(culprit, "The file has " + length + " bytes, but " + upTo + endBytes() + " of it are read.");
        }
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
                length,
                ioMode,
                runtime.orElse(null),
                timeBased,
                pattern,
                start,
                hints,
                Durability.NONE,
                true));
    }

    /** Returns the word for an enum constant. */
    static String wordOf(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the word and, where there are holes between sequential reads, their size. */
    static String rwOf(JobSpec job) {
        long hole = job.pattern().holeBytes();
        return hole == 0 ? wordOf(job.rw()) : HOLES + hole;
    }

    /** Returns the bytes of {@code read:8k}, or nothing where the field is something else. */
    private Optional<Long> hole() {
        String text = fields.find("rw").map(node -> node.asString("")).orElse("");
        if (!text.startsWith(HOLES)) {
            return Optional.empty();
        }
        Optional<Long> hole = Units.bytes(text.substring(HOLES.length()))
                .filter(bytes -> bytes >= 1 && bytes <= JobSpec.MAX_FILE_BYTES);
        if (hole.isEmpty()) {
            fields.fault(
                    "rw",
                    "Behind \"" + HOLES + "\" comes what is added to the offset after each read: a size from 1 to "
                            + JobSpec.MAX_FILE_BYTES + " bytes, like \"8k\".");
        }
        return Optional.of(hole.orElse(0L));
    }

    private JobSpec.Pattern pattern(long hole) {
        return new JobSpec.Pattern(
                hole,
                fields.flag("norandommap", false),
                fields.bytes("offset", 0, JobSpec.MAX_FILE_BYTES).orElse(0L),
                fields.bytes("ioSize", 1, JobSpec.MAX_IO_BYTES).orElse(null));
    }

    private JobSpec.Hints hints() {
        Optional<Long> percent = fields.whole("dontcachePercent", 0, ALWAYS);
        if (percent.isPresent() && ioMode != IoMode.DONTCACHE) {
            fields.fault("dontcachePercent", "This goes with ioMode \"dontcache\". Leave it out or say so.");
        }
        return new JobSpec.Hints(
                fields.word("fadviseHint", FADVISE).orElse(Fadvise.NONE),
                fields.bytes("fadviseDontneed", 0, JobSpec.MAX_FILE_BYTES).orElse(0L),
                percent.orElse((long) ALWAYS).intValue(),
                fields.flag("nowait", false));
    }

    private void refuseWhatIsNotSimulated() {
        fields.notSimulated("sync", List.of("\"none\""), "Synchronous writes are not simulated in this version.");
        fields.notSimulated("fsync", List.of("0"), "Syncing is not simulated in this version.");
        fields.notSimulated("direct", List.of("false"), "Direct I/O is not simulated in this version.");
        fields.notSimulated("existing", List.of("true"), "What is read has to exist before the run.");
    }

    private void refuseContradictions() {
        if (size.isEmpty() && fields.areSound("size")) {
            fields.fault("size", "Say how much to read, like \"1GiB\".");
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
                    "Of " + numjobs + " tasks only " + recordsInRange() + " have a record, bs, of the size to read.");
        }
        if (numjobs > 1 && !fields.has("filename")) {
            fields.fault(
                    "filename",
                    "Name the file that the " + numjobs + " tasks read; a file each is not simulated"
                            + " in this version.");
        }
    }

    private long recordsInRange() {
        return (size.orElse(0L) + pattern.holeBytes()) / (blockSize + pattern.holeBytes());
    }

    private <T> T laterOr(String field, List<String> later, Map<String, T> words, T fallback) {
        String word = fields.find(field).map(node -> node.asString("")).orElse("");
        if (later.contains(word)) {
            fields.fault(field, field + " " + word + " is not simulated in this version.");
            return fallback;
        }
        return fields.word(field, words).orElse(fallback);
    }
}
