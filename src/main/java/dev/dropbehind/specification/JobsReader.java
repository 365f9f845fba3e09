package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSystemSpec;
import dev.dropbehind.engine.spec.JobSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code jobs}, and settles how long the files are that they share, and whether they are there before the run.
 */
final class JobsReader {

    static final int MAX_JOBS = 64;

    private final List<JobReader> readers = new ArrayList<>();
    private final Map<String, UsedFile> files = new LinkedHashMap<>();

    /**
     * Reads what the jobs say.
     *
     * @param spec the spec
     * @param listed what {@code files} says
     * @param fileSystem what their files are on; a block device is there before the run
     */
    JobsReader(Fields spec, FilesReader listed, FileSystemSpec fileSystem) {
        boolean isBlockDevice = fileSystem.type() == FileSystemSpec.Type.BDEV;
        List<Fields.Element> elements = spec.list("jobs", MAX_JOBS);
        if (elements.isEmpty() && spec.areSound("jobs")) {
            spec.fault("jobs", "A spec needs at least one job.");
        }
        for (Fields.Element element : elements) {
            readers.add(new JobReader(spec.element(element), readers.size() + 1));
        }
        if (fileSystem.nfsd() != null) {
            readers.forEach(JobReader::refuseOnClient);
        }
        refuseSecondNames();
        Map<String, List<JobReader>> byFile = new LinkedHashMap<>();
        readers.forEach(reader -> byFile.computeIfAbsent(reader.filename(), _ -> new ArrayList<>())
                .add(reader));
        byFile.forEach((file, users) -> files.put(
                file,
                new UsedFile(
                        length(users, listed.sizes().get(file)),
                        used(users),
                        existing(users, listed.names().contains(file), isBlockDevice))));
    }

    /** Returns the files that jobs use, by name. */
    Map<String, UsedFile> files() {
        return files;
    }

    /** Returns the jobs without faults. */
    List<JobSpec> jobs() {
        return readers.stream()
                .flatMap(reader -> reader.job(Objects.requireNonNull(files.get(reader.filename()))).stream())
                .toList();
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
    private static long length(List<JobReader> users, @Nullable Long ofFile) {
        Long said = ofFile;
        for (JobReader user : users) {
            Optional<Long> length = user.fileSize();
            if (said != null && length.isPresent() && !said.equals(length.get())) {
                user.fields()
                        .fault(
                                "fileSize",
                                (ofFile == null ? "Another job" : "The list of files") + " says that this file has "
                                        + said + " bytes.");
            }
            said = said == null ? length.orElse(null) : said;
        }
        return said == null ? used(users) : said;
    }

    private static long used(List<JobReader> users) {
        return users.stream().mapToLong(JobReader::endBytes).max().orElse(0);
    }

    /**
     * A file is there before the run where a job says so, or reads it, or {@code files} has it; a block device always.
     */
    private static boolean existing(List<JobReader> users, boolean isListed, boolean isBlockDevice) {
        Boolean said = null;
        for (JobReader user : users) {
            Optional<Boolean> existing = user.existing();
            if (existing.isPresent()) {
                refuseContradiction(user, existing.get(), said, isListed, isBlockDevice);
            }
            said = said == null ? existing.orElse(null) : said;
        }
        boolean isRead = users.stream().anyMatch(user -> user.rw().reads());
        return isListed || isBlockDevice || (said == null ? isRead : said);
    }

    private static void refuseContradiction(
            JobReader user, boolean existing, @Nullable Boolean before, boolean isListed, boolean isBlockDevice) {
        if (!existing && isBlockDevice) {
            user.fields().fault("existing", "A block device is there before the run.");
        } else if (!existing && isListed) {
            user.fields().fault("existing", "The list of files says how this file lies on the device before the run.");
        } else if (before != null && before != existing) {
            user.fields()
                    .fault(
                            "existing",
                            "Another job says that this file is " + (before ? "there before" : "new in") + " the run.");
        }
    }
}
