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

    private JobsReader() {}

    static List<JobSpec> read(Fields spec) {
        List<JobReader> readers = new ArrayList<>();
        List<Fields.Element> elements = spec.list("jobs", MAX_JOBS);
        if (elements.isEmpty() && spec.areSound("jobs")) {
            spec.fault("jobs", "A spec needs at least one job.");
        }
        for (Fields.Element element : elements) {
            readers.add(new JobReader(spec.element(element), readers.size() + 1));
        }
        refuseSecondNames(readers);
        Map<String, Long> lengths = lengths(readers);
        return readers.stream().flatMap(reader -> reader.job(lengths).stream()).toList();
    }

    private static void refuseSecondNames(List<JobReader> readers) {
        Map<String, JobReader> byName = new HashMap<>();
        for (JobReader reader : readers) {
            if (byName.putIfAbsent(reader.name(), reader) != null) {
                reader.fields().fault("name", "Another job has the name \"" + reader.name() + "\".");
            }
        }
    }

    /** A file is as long as a job says, else as long as the largest range that any job uses of it. */
    private static Map<String, Long> lengths(List<JobReader> readers) {
        Map<String, Long> said = new HashMap<>();
        Map<String, Long> used = new HashMap<>();
        for (JobReader reader : readers) {
            Optional<Long> length = reader.fileSize();
            Long before = length.map(value -> said.putIfAbsent(reader.filename(), value))
                    .orElse(null);
            if (before != null && !before.equals(length.get())) {
                reader.fields().fault("fileSize", "Another job says that this file has " + before + " bytes.");
            }
            used.merge(reader.filename(), reader.rangeBytes(), Math::max);
        }
        used.putAll(said);
        return used;
    }
}
