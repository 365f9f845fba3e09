package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSpec;
import dev.dropbehind.engine.spec.FileSpec.Extent;
import dev.dropbehind.engine.spec.FileSpec.State;
import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.Pages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads one of {@code files}. How long it is where it does not say so it learns from the jobs, in a second step. */
final class FileReader {

    private static final Map<String, State> STATES = SpecReader.words(State.values(), JobReader::wordOf);

    private final Fields fields;
    private final Optional<String> name;
    private final Optional<Long> size;
    private final List<ExtentReader> extents = new ArrayList<>();
    private final long fragment;

    /** An extent that may have faults. */
    private record ExtentReader(Fields fields, Optional<Extent> extent) {}

    /** Reads what the file says. */
    FileReader(Fields fields) {
        this.fields = fields;
        name = fields.text("name", JobReader.MAX_NAME);
        size = fields.bytes("size", 1, JobSpec.MAX_FILE_BYTES);
        for (Fields.Element element : fields.list("extents", FileSpec.MAX_EXTENTS)) {
            extents.add(extent(fields.element(element)));
        }
        fragment = fields.bytes("fragment", 0, JobSpec.MAX_FILE_BYTES).orElse(0L);
        fields.refuseOthers();
        if (name.isEmpty() && fields.areSound("name")) {
            fields.fault("name", "Say the name of the file, as its jobs do.");
        }
        requireWholePages(fields, "fragment", fragment);
    }

    Fields fields() {
        return fields;
    }

    Optional<String> name() {
        return name;
    }

    Optional<Long> size() {
        return size;
    }

    /**
     * Returns the file, or nothing if it has faults.
     *
     * @param used the files that jobs use
     */
    Optional<FileSpec> file(Map<String, UsedFile> used) {
        if (name.isPresent() && !used.containsKey(name.get())) {
            fields.fault("name", "No job uses this file." + Names.didYouMean(name.get(), used.keySet()));
        }
        long length = name.map(used::get).map(UsedFile::lengthBytes).orElse(0L);
        if (!areExtentsInOrder(length) || length == 0 || !fields.areSound()) {
            return Optional.empty();
        }
        List<Extent> found =
                extents.stream().flatMap(reader -> reader.extent().stream()).toList();
        return name.map(known -> new FileSpec(known, length, found, fragment));
    }

    private boolean areExtentsInOrder(long length) {
        long fileEnd = Pages.bytes(Pages.holding(length));
        long end = 0;
        boolean areSound = true;
        for (ExtentReader reader : extents) {
            if (reader.extent().isPresent()) {
                Extent extent = reader.extent().get();
                if (extent.offsetBytes() < end) {
                    reader.fields()
                            .fault("offset", "The extent before ends at " + end + ": they ascend and do not overlap.");
                } else if (length > 0 && extent.endBytes() > fileEnd) {
                    reader.fields()
                            .fault(
                                    "length",
                                    "The file has " + length + " bytes; this ends at " + extent.endBytes() + ".");
                }
                end = extent.endBytes();
            }
            areSound &= reader.extent().isPresent() && reader.fields().areSound();
        }
        return areSound;
    }

    private static ExtentReader extent(Fields fields) {
        Optional<Long> offset = fields.bytes("offset", 0, JobSpec.MAX_FILE_BYTES);
        Optional<Long> length = fields.bytes("length", Pages.SIZE, JobSpec.MAX_FILE_BYTES);
        Optional<State> state = fields.word("state", STATES);
        for (String needed : List.of("offset", "length", "state")) {
            if (!fields.has(needed)) {
                fields.fault(needed, "Say the " + needed + " of the extent.");
            }
        }
        requireWholePages(fields, "offset", offset.orElse(0L));
        requireWholePages(fields, "length", length.orElse(0L));
        fields.refuseOthers();
        return new ExtentReader(
                fields,
                fields.areSound()
                        ? Optional.of(new Extent(offset.get(), length.get(), state.get()))
                        : Optional.empty());
    }

    private static void requireWholePages(Fields fields, String name, long bytes) {
        if (bytes % Pages.SIZE != 0) {
            fields.fault(name, "This must be whole pages, a multiple of " + Pages.SIZE + " bytes.");
        }
    }
}
