package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSystemSpec;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads {@code fileSystem}. */
final class FileSystemReader {

    private static final int F2FS_BLOCK = 4096;
    private static final Map<String, FileSystemSpec.Type> TYPES =
            SpecReader.words(FileSystemSpec.Type.values(), FileSystemReader::wordOf);
    private static final List<String> LATER_TYPES = List.of("ext4", "xfs", "btrfs", "bdev", "nfsd");

    private FileSystemReader() {}

    static FileSystemSpec read(Fields fields, FileSystemSpec base) {
        FileSystemSpec.Type type = type(fields, base);
        fields.bytes("blockSize", 1, 65_536)
                .filter(size -> size != F2FS_BLOCK)
                .ifPresent(size -> fields.fault("blockSize", "The blocks of f2fs are as large as a page: 4096 bytes."));
        fields.notSimulated("largeFolios", List.of("false"), "Large folios are not simulated in this version.");
        fields.notSimulated("bufferedPath", List.of(), "f2fs has one buffered path of its own.");
        fields.notSimulated("export", List.of(), "NFS servers are not simulated in this version.");
        fields.notSimulated("ioCacheRead", List.of(), "NFS servers are not simulated in this version.");
        fields.notSimulated("ioCacheWrite", List.of(), "NFS servers are not simulated in this version.");
        fields.refuseOthers();
        return new FileSystemSpec(type, F2FS_BLOCK);
    }

    /** Returns the word for a file system. */
    static String wordOf(FileSystemSpec.Type type) {
        return type.name().toLowerCase(Locale.ROOT);
    }

    private static FileSystemSpec.Type type(Fields fields, FileSystemSpec base) {
        String later = fields.find("type").map(node -> node.asString("")).orElse("");
        if (LATER_TYPES.contains(later)) {
            fields.fault("type", "The file system " + later + " is not simulated in this version.");
            return base.type();
        }
        return fields.word("type", TYPES).orElse(base.type());
    }
}
