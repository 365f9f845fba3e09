package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.FileSystemSpec.BufferedPath;
import dev.dropbehind.engine.spec.MountOptions;
import dev.dropbehind.engine.spec.MountOptions.Data;
import dev.dropbehind.engine.spec.Pages;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code fileSystem}. A file system other than the profile's starts from what it is like by default. */
final class FileSystemReader {

    static final int DEFAULT_BLOCK = 4096;
    private static final int MIN_BLOCK = 512;
    private static final int MAX_BLOCK = 65_536;
    static final Map<String, FileSystemSpec.Type> TYPES =
            SpecReader.words(FileSystemSpec.Type.values(), FileSystemReader::wordOf);
    private static final Map<String, String> WORDS = Stream.concat(TYPES.keySet().stream(), Stream.of(NfsdReader.TYPE))
            .collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));
    private static final Map<String, BufferedPath> PATHS =
            SpecReader.words(BufferedPath.values(), FileSystemReader::wordOf);

    private static final Map<String, Data> DATA = SpecReader.words(Data.values(), FileSystemReader::wordOf);
    private static final List<String> MOUNT_OPTIONS = List.of("data", "dioreadNolock", "bufferedIomap");

    private FileSystemReader() {}

    static FileSystemSpec read(Fields fields, FileSystemSpec base) {
        String word = fields.word("type", WORDS).orElse(wordOf(base.type()));
        if (word.equals(NfsdReader.TYPE)) {
            return NfsdReader.read(fields, base);
        }
        NfsdReader.refuse(fields);
        return readLocal(fields, base, Objects.requireNonNull(TYPES.get(word)));
    }

    /** Reads a file system of the machine itself, whose type has been read. */
    static FileSystemSpec readLocal(Fields fields, FileSystemSpec base, FileSystemSpec.Type type) {
        FileSystemSpec start = type == base.type() ? base : new FileSystemSpec(type, DEFAULT_BLOCK);
        int blockSize = blockSize(fields, start);
        BufferedPath path = path(fields, start);
        MountOptions mount = mount(fields, start, path);
        boolean largeFolios = largeFolios(fields, start, blockSize, mount);
        fields.refuseOthers();
        return new FileSystemSpec(type, blockSize, largeFolios, path, mount);
    }

    /** Returns the word for a file system. */
    static String wordOf(FileSystemSpec.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the word for a path. */
    static String wordOf(BufferedPath path) {
        return path == BufferedPath.BUFFER_HEADS ? "bufferHeads" : path.name().toLowerCase(Locale.ROOT);
    }

    /** Returns the word for what a commit of the journal means for data. */
    static String wordOf(Data data) {
        return data.name().toLowerCase(Locale.ROOT);
    }

    private static int blockSize(Fields fields, FileSystemSpec base) {
        long size = fields.bytes("blockSize", MIN_BLOCK, MAX_BLOCK).orElse((long) base.blockSize());
        FileSystemSpec.Type type = base.type();
        if (Long.bitCount(size) != 1) {
            fields.fault("blockSize", "This must be a power of two.");
        } else if (size < type.minBlockSize() || size > type.maxBlockSize()) {
            String range = type.minBlockSize() == type.maxBlockSize()
                    ? type.minBlockSize() + " bytes"
                    : type.minBlockSize() + " to " + type.maxBlockSize() + " bytes";
            fields.fault("blockSize", "The blocks of " + wordOf(type) + " have " + range + ".");
        } else {
            return (int) size;
        }
        return base.blockSize();
    }

    private static BufferedPath path(Fields fields, FileSystemSpec base) {
        BufferedPath path = fields.word("bufferedPath", PATHS).orElse(base.path());
        if (base.type().canTake(path)) {
            return path;
        }
        fields.fault("bufferedPath", wordOf(base.type()) + " has no path " + wordOf(path) + ".");
        return base.path();
    }

    private static MountOptions mount(Fields fields, FileSystemSpec base, BufferedPath path) {
        MountOptions usual = base.mount();
        Data data = fields.word("data", DATA).orElse(usual.data());
        boolean dioreadNolock = fields.flag("dioreadNolock", usual.dioreadNolock());
        boolean bufferedIomap = fields.flag("bufferedIomap", usual.bufferedIomap());
        if (base.type() != FileSystemSpec.Type.EXT4) {
            for (String option : MOUNT_OPTIONS) {
                if (fields.has(option)) {
                    fields.fault(option, "Only ext4 has this mount option.");
                }
            }
            return MountOptions.DEFAULT;
        }
        if (data == Data.JOURNAL && (bufferedIomap || path == BufferedPath.IOMAP)) {
            fields.fault("data", "Data of files that go through iomap cannot be journalled.");
            return usual;
        }
        return new MountOptions(data, dioreadNolock, bufferedIomap);
    }

    private static boolean largeFolios(Fields fields, FileSystemSpec base, int blockSize, MountOptions mount) {
        boolean journalsData = mount.data() == Data.JOURNAL;
        boolean large = fields.flag("largeFolios", base.largeFolios() && !journalsData);
        if (large && journalsData) {
            fields.fault("largeFolios", "With data=journal files have single-page folios only.");
            return false;
        }
        if (large && !base.type().largeFolios()) {
            fields.fault("largeFolios", wordOf(base.type()) + " has single-page folios only.");
            return false;
        }
        if (!large && blockSize > Pages.SIZE) {
            fields.fault("largeFolios", "Blocks larger than a page need large folios.");
            return true;
        }
        return large;
    }
}
