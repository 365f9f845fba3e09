package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.NfsdSpec;
import dev.dropbehind.engine.spec.NfsdSpec.IoCache;
import dev.dropbehind.engine.spec.Pages;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads {@code fileSystem} of type {@code nfsd}: what is exported, and by what kind of server. */
final class NfsdReader {

    /** The type of a file system that the jobs have from a server. */
    static final String TYPE = "nfsd";

    static final List<String> OWN =
            List.of("export", "ioCacheRead", "ioCacheWrite", "threads", "rsize", "wsize", "latency", "dioMemAlign");

    private static final List<String> OF_EXPORT =
            List.of("blockSize", "largeFolios", "bufferedPath", "data", "dioreadNolock", "bufferedIomap");
    private static final Map<String, IoCache> IO_CACHES = SpecReader.words(IoCache.values(), NfsdReader::wordOf);
    private static final Map<String, FileSystemSpec.Type> EXPORTABLE = FileSystemReader.TYPES.entrySet().stream()
            .filter(type -> type.getValue() != FileSystemSpec.Type.BDEV)
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private NfsdReader() {}

    static FileSystemSpec read(Fields fields, FileSystemSpec base) {
        for (String name : OF_EXPORT) {
            if (fields.has(name)) {
                fields.fault(name, "This is a matter of the file system that is exported: say it in export.");
            }
        }
        FileSystemSpec exportable = base.type() == FileSystemSpec.Type.BDEV
                ? new FileSystemSpec(FileSystemSpec.Type.XFS, FileSystemReader.DEFAULT_BLOCK)
                : base;
        Fields exportFields = fields.object("export");
        FileSystemSpec.Type type = exportFields.word("type", EXPORTABLE).orElse(exportable.type());
        FileSystemSpec export = FileSystemReader.readLocal(exportFields, exportable, type);
        NfsdSpec usual = NfsdSpec.DEFAULT;
        NfsdSpec server = new NfsdSpec(
                fields.word("ioCacheRead", IO_CACHES).orElse(usual.ioCacheRead()),
                fields.word("ioCacheWrite", IO_CACHES).orElse(usual.ioCacheWrite()),
                fields.whole("threads", 1, NfsdSpec.MAX_THREADS)
                        .orElse((long) usual.threads())
                        .intValue(),
                transfer(fields, "rsize", usual.rsizeBytes()),
                transfer(fields, "wsize", usual.wsizeBytes()),
                fields.nanos("latency", 1, NfsdSpec.MAX_LATENCY_NANOS).orElse(usual.latencyNanos()),
                bytes(
                        fields,
                        "dioMemAlign",
                        1,
                        Pages.SIZE,
                        usual.memoryAlignBytes(),
                        size -> Long.bitCount(size) == 1,
                        "This must be a power of two."));
        fields.refuseOthers();
        return export.exportedBy(server);
    }

    /** Refuses what only a server has. */
    static void refuse(Fields fields) {
        for (String name : OWN) {
            if (fields.has(name)) {
                fields.fault(name, "This goes with the type \"" + TYPE + "\". Leave it out or say so.");
            }
        }
    }

    /** Returns the word for how the server treats its page cache. */
    static String wordOf(IoCache cache) {
        return cache.name().toLowerCase(Locale.ROOT);
    }

    private static int transfer(Fields fields, String name, int usual) {
        return bytes(
                fields,
                name,
                NfsdSpec.MIN_TRANSFER,
                NfsdSpec.MAX_TRANSFER,
                usual,
                size -> size % NfsdSpec.MIN_TRANSFER == 0,
                "This must be a multiple of " + NfsdSpec.MIN_TRANSFER + " bytes.");
    }

    private static int bytes(
            Fields fields, String name, long least, long most, int usual, Predicate<Long> fits, String otherwise) {
        long size = fields.bytes(name, least, most).orElse((long) usual);
        if (fits.test(size)) {
            return (int) size;
        }
        fields.fault(name, otherwise);
        return usual;
    }
}
