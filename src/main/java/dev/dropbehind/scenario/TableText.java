package dev.dropbehind.scenario;

import dev.dropbehind.scenario.ComparisonTable.Column;
import dev.dropbehind.scenario.ComparisonTable.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A comparison table as text for a mail: fixed width, at most {@value #WIDTH} columns, a line a second. What does not
 * fit side by side follows below.
 */
public final class TableText {

    /** The most characters in a line. */
    public static final int WIDTH = 72;

    private static final int MAX_NAME = 20;
    private static final int SECOND = 5;
    private static final String GAP = "  ";
    private static final Map<String, String> LABELS =
            Map.of("readMiBps", "read MiB/s", "writeMiBps", "write MiB/s", "kswapdCpuPercent", "kswapd %CPU");

    private final ComparisonTable table;
    private final StringBuilder text = new StringBuilder();

    private TableText(ComparisonTable table) {
        this.table = table;
    }

    /** Returns the table as text that ends with a line end. */
    public static String of(ComparisonTable table) {
        return new TableText(table).write();
    }

    private String write() {
        wrap(table.title());
        table.notes().forEach(this::wrap);
        for (List<Group> block : blocks()) {
            text.append('\n');
            write(block);
        }
        text.append('\n');
        ranges().forEach(this::wrap);
        return text.toString();
    }

    private void write(List<Group> block) {
        line("", block, Group::metric);
        line("", block, Group::variant);
        line("sec", block, group -> group.cells(i -> table.columns().get(i).kind() == Kind.SIMULATED ? "sim" : "pub"));
        for (ComparisonTable.Row row : table.rows()) {
            line(
                    Integer.toString(row.second()),
                    block,
                    group -> group.cells(i -> cell(i, row.values().get(i))));
        }
        line("avg", block, group -> group.cells(i -> oneDecimal(table.averages().get(i))));
    }

    /** The columns of one variant and metric: ours and, where there is one, the published one. */
    private record Group(String metric, String variant, List<Integer> columns, List<Integer> widths) {

        int width() {
            int cells = widths.stream().mapToInt(w -> w + 1).sum() - 1;
            return Math.max(cells, Math.max(metric.length(), variant.length()));
        }

        String cells(IntFunction<String> cell) {
            StringBuilder cells = new StringBuilder();
            for (int i = 0; i < columns.size(); i++) {
                cells.append(i == 0 ? "" : " ").append(right(cell.apply(columns.get(i)), widths.get(i)));
            }
            return cells.toString();
        }
    }

    @FunctionalInterface
    private interface Part {
        String of(Group group);
    }

    private void line(String head, List<Group> block, Part part) {
        StringBuilder line = new StringBuilder(right(head, SECOND));
        block.forEach(group -> line.append(GAP).append(right(part.of(group), group.width())));
        text.append(line.toString().stripTrailing()).append('\n');
    }

    private List<List<Group>> blocks() {
        List<List<Group>> blocks = new ArrayList<>();
        int used = WIDTH;
        for (Group group : groups()) {
            int width = GAP.length() + group.width();
            if (used + width > WIDTH) {
                blocks.add(new ArrayList<>());
                used = SECOND;
            }
            blocks.getLast().add(group);
            used += width;
        }
        return blocks;
    }

    private List<Group> groups() {
        Map<String, Group> groups = new LinkedHashMap<>();
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            Group group = groups.computeIfAbsent(
                    column.metric() + " " + column.variant(),
                    key -> new Group(label(column), shortened(column.variant()), new ArrayList<>(), new ArrayList<>()));
            group.columns().add(i);
            group.widths().add(widthOf(i));
        }
        return List.copyOf(groups.values());
    }

    private int widthOf(int column) {
        int width = oneDecimal(table.averages().get(column)).length();
        for (ComparisonTable.Row row : table.rows()) {
            width = Math.max(width, cell(column, row.values().get(column)).length());
        }
        return Math.max(width, "sim".length());
    }

    /** One decimal of ours; what was published as it was printed. */
    private String cell(int column, @Nullable BigDecimal value) {
        boolean ours = table.columns().get(column).kind() == Kind.SIMULATED;
        return ours || value == null ? oneDecimal(value) : value.toPlainString();
    }

    private static String oneDecimal(@Nullable BigDecimal value) {
        return value == null ? "-" : value.setScale(1, RoundingMode.HALF_UP).toPlainString();
    }

    private List<String> ranges() {
        Map<String, String> ranges = new LinkedHashMap<>();
        table.columns().forEach(column -> ranges.putIfAbsent(label(column), range(column)));
        List<String> parts = ranges.entrySet().stream()
                .map(e -> e.getKey() + " over " + e.getValue())
                .toList();
        return List.of("avg: " + String.join(", ", parts));
    }

    /** The seconds that an average is over; a run that is not over has not got them all. */
    private String range(Column column) {
        int last = table.rows().isEmpty() ? 0 : table.rows().getLast().second();
        String seconds = column.from() + "-" + column.to();
        if (column.to() == Integer.MAX_VALUE) {
            return "all seconds";
        }
        if (column.to() <= last) {
            return "seconds " + seconds;
        }
        return (column.from() > last ? "none yet" : "seconds " + column.from() + "-" + last) + " of " + seconds;
    }

    private void wrap(String sentence) {
        StringBuilder line = new StringBuilder();
        for (String word : sentence.strip().split("\\s+", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > WIDTH) {
                text.append(line).append('\n');
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
            while (line.length() > WIDTH) {
                text.append(line, 0, WIDTH).append('\n');
                line.delete(0, WIDTH);
            }
        }
        text.append(line).append('\n');
    }

    private static String label(Column column) {
        return LABELS.getOrDefault(column.metric(), column.metric());
    }

    private static String shortened(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME - 1) + "~";
    }

    private static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
