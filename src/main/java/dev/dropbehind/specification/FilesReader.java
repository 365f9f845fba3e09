package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.FileSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code files}. */
final class FilesReader {

    static final int MAX_FILES = 64;

    private final List<FileReader> readers = new ArrayList<>();
    private final Map<String, FileReader> byName = new HashMap<>();
    private final Map<String, Long> sizes = new HashMap<>();

    /** Reads what the files say. */
    FilesReader(Fields spec) {
        for (Fields.Element element : spec.list("files", MAX_FILES)) {
            FileReader reader = new FileReader(spec.element(element));
            readers.add(reader);
            reader.name().ifPresent(name -> {
                if (byName.putIfAbsent(name, reader) != null) {
                    reader.fields().fault("name", "Another file has the name \"" + name + "\".");
                }
                reader.size().ifPresent(size -> sizes.putIfAbsent(name, size));
            });
        }
    }

    /** Returns how long the files are that say so. */
    Map<String, Long> sizes() {
        return sizes;
    }

    /** Returns the names of the files. */
    Set<String> names() {
        return byName.keySet();
    }

    /**
     * Returns the files without faults.
     *
     * @param used the files that jobs use
     */
    List<FileSpec> files(Map<String, UsedFile> used) {
        return readers.stream().flatMap(reader -> reader.file(used).stream()).toList();
    }
}
