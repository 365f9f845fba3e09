package dev.dropbehind.specification;

import dev.dropbehind.engine.spec.JobSpec;
import dev.dropbehind.engine.spec.JobSpec.Rw;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The word {@code rw} of a job: what its calls do and, behind a colon, what is skipped after each sequential one.
 *
 * @param rw what the calls do
 * @param holeBytes what is skipped, 0 for nothing
 */
record RwWord(Rw rw, long holeBytes) {

    /** What fio can do besides. */
    private static final List<String> LATER = List.of("trim", "randtrim", "trimwrite", "randtrimwrite");

    private static final String FIELD = "rw";
    private static final Map<String, Rw> WORDS = words();

    /** Reads the word of a job; one that says none reads. */
    static RwWord read(Fields fields) {
        String text = fields.find(FIELD).map(node -> node.asString("")).orElse("");
        int colon = text.indexOf(':');
        Rw before = WORDS.get(text.substring(0, Math.max(0, colon)));
        if (before != null && !before.isRandom()) {
            return new RwWord(before, hole(fields, text.substring(0, colon + 1), text.substring(colon + 1)));
        }
        if (LATER.contains(text)) {
            fields.fault(FIELD, FIELD + " " + text + " is not simulated in this version.");
            return new RwWord(Rw.READ, 0);
        }
        return new RwWord(fields.word(FIELD, WORDS).orElse(Rw.READ), 0);
    }

    /** Returns the word of a job. */
    static String of(JobSpec job) {
        long hole = job.pattern().holeBytes();
        String word = JobReader.wordOf(job.rw());
        return hole == 0 || job.rw().isRandom() ? word : word + ":" + hole;
    }

    private static long hole(Fields fields, String start, String text) {
        Optional<Long> hole = Units.bytes(text).filter(bytes -> bytes >= 1 && bytes <= JobSpec.MAX_FILE_BYTES);
        if (hole.isEmpty()) {
            fields.fault(
                    FIELD,
                    "Behind \"" + start + "\" comes what is added to the offset after each call: a size from 1 to "
                            + JobSpec.MAX_FILE_BYTES + " bytes, like \"8k\".");
        }
        return hole.orElse(0L);
    }

    private static Map<String, Rw> words() {
        Map<String, Rw> words = new HashMap<>(SpecReader.words(Rw.values(), JobReader::wordOf));
        words.put("rw", Rw.READWRITE);
        return Map.copyOf(words);
    }
}
