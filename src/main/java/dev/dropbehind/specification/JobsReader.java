package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.JobSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code jobs}, and settles how long the files are that they share. */
final class JobsReader {

    static final int MAX_JOBS = 64;

    private final List<JobReader> readers = new ArrayList<>();
    private final Map<String, Long> lengths = new HashMap<>();

    /**
     * Reads what the jobs say.
     *
     * @param spec the spec
     * @param fileSizes how long {@code files} says that files are
     */
    JobsReader(Fields spec, Map<String, Long> fileSizes) {
        List<Fields.Element> elements = spec.list("jobs", MAX_JOBS);
        if (elements.isEmpty() && spec.areSound("jobs")) {
            spec.fault("jobs", "A spec needs at least one job.");
        }
        for (Fields.Element element : elements) {
            readers.add(new JobReader(spec.element(element), readers.size() + 1));
        }
        refuseSecondNames();
        settleLengths(fileSizes);
    }

    /** Returns how long each file is that a job reads. */
    Map<String, Long> lengths() {
        return lengths;
    }

    /** Returns the jobs without faults. */
    List<JobSpec> jobs() {
        return readers.stream().flatMap(reader -> reader.job(lengths).stream()).toList();
    }

    private void refuseSecondNames() {
        Map<String, JobReader> byName = new HashMap<>();
        for (JobReader reader : readers) {
            if (byName.putIfAbsent(reader.name(), reader) != null) {
                reader.fields().fault("name", "Another job has the name \"" + reader.name() + "\".");
            }
        }
    }

    /** A file is as long as it or a job says, else as long as the largest range that any job uses of it. */
    private void settleLengths(Map<String, Long> fileSizes) {
        Map<String, Long> said = new HashMap<>();
        for (JobReader reader : readers) {
            String file = reader.filename();
            Optional<Long> length = reader.fileSize();
            Long ofFile = fileSizes.get(file);
            Long before = ofFile == null ? said.get(file) : ofFile;
            if (before != null && length.isPresent() && !before.equals(length.get())) {
                reader.fields()
                        .fault(
                                "fileSize",
                                (ofFile == null ? "Another job" : "The list of files") + " says that this file has "
                                        + before + " bytes.");
            }
            Long settled = before == null ? length.orElse(null) : before;
            if (settled != null) {
                said.put(file, settled);
            }
            lengths.merge(file, reader.endBytes(), Math::max);
        }
        lengths.putAll(said);
    }
}
