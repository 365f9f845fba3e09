package dev.dropbehind.run;

import dev.dropbehind.engine.CachedFile;
import dev.dropbehind.engine.FolioRun;
import dev.dropbehind.engine.Simulation;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.StringNode;

/**
 * What is cached of a file at a moment.
 *
 * @param variant name of the variant
 * @param second the simulated second at whose end it is so
 * @param file name of the file
 * @param filePages its length in pages
 * @param cachedPages how many of them are cached
 * @param runs folios that follow each other in the same size and state, in the order of their pages
 * @param truncated whether the limit kept something out
 * @param next the value of {@code page} with which the map goes on, or null where nothing follows
 * @param files names of all files of the machine
 */
record FolioMapPage(
        String variant,
        int second,
        String file,
        int filePages,
        long cachedPages,
        List<RunOfFolios> runs,
        boolean truncated,
        @Nullable Integer next,
        List<String> files) {

    /**
     * Folios of one size and state that follow each other.
     *
     * @param first first page
     * @param pages how many pages
     * @param order pages of each folio as a power of two
     * @param flags the kernel's names of their flags
     */
    @Schema(name = "RunOfFolios")
    record RunOfFolios(int first, int pages, int order, List<String> flags) {

        static RunOfFolios of(FolioRun run) {
            List<String> flags = run.flags().isEmpty()
                    ? List.of()
                    : Arrays.asList(run.flags().split("\\|", -1));
            return new RunOfFolios(run.firstPage(), run.pages(), run.order(), flags);
        }
    }

    /**
     * What of a map is asked for.
     *
     * @param second at whose end
     * @param file which file, or nothing for the first
     * @param page where to begin
     * @param limit how many runs at most
     */
    record Query(int second, Optional<String> file, int page, int limit) {

        static final int DEFAULT_LIMIT = 1000;
        static final int MAX_LIMIT = 10_000;

        /**
         * Reads a query.
         *
         * @throws dev.dropbehind.specification.InvalidInputException with everything that is wrong
         */
        static Query of(Map<String, String> query, int lastSecond) {
            Faults faults = new Faults();
            Fields fields = Fields.ofQuery(query, faults);
            long second = fields.whole("second", 1, lastSecond).orElse((long) lastSecond);
            fields.find("file");
            Optional<String> file = Optional.ofNullable(query.get("file"));
            long page = fields.whole("page", 0, Integer.MAX_VALUE).orElse(0L);
            long limit = fields.whole("limit", 1, MAX_LIMIT).orElse((long) DEFAULT_LIMIT);
            fields.refuseOthers();
            faults.throwIfAny();
            return new Query((int) second, file, (int) page, (int) limit);
        }

        /**
         * Returns the file asked for.
         *
         * @throws dev.dropbehind.specification.InvalidInputException if the machine has none of that name
         */
        CachedFile fileOf(Simulation machine) {
            List<CachedFile> files = machine.files();
            Optional<CachedFile> found = files.stream()
                    .filter(one -> file.isEmpty() || file.get().equals(one.name()))
                    .findFirst();
            Faults faults = new Faults();
            if (found.isEmpty()) {
                String names = files.stream().map(CachedFile::name).collect(Collectors.joining(", "));
                faults.add("?file", "This must be one of " + names + ".", StringNode.valueOf(file.orElse("")));
            }
            faults.throwIfAny();
            return found.orElseThrow();
        }
    }

    /** Returns the map of a machine as it is now. */
    static FolioMapPage of(String variant, Query query, Simulation machine) {
        CachedFile file = query.fileOf(machine);
        List<FolioRun> found = machine.folios(file, query.page(), query.limit() + 1);
        boolean truncated = found.size() > query.limit();
        List<FolioRun> shown = truncated ? found.subList(0, query.limit()) : found;
        return new FolioMapPage(
                variant,
                query.second(),
                file.name(),
                file.pages(),
                file.cachedPages(),
                shown.stream().map(RunOfFolios::of).toList(),
                truncated,
                truncated ? Integer.valueOf(found.getLast().firstPage()) : null,
                machine.files().stream().map(CachedFile::name).toList());
    }
}
