package dev.dropbehind.scenario;

import dev.dropbehind.engine.measure.Metric;
import dev.dropbehind.scenario.Family.Cell;
import dev.dropbehind.scenario.Family.Row;
import dev.dropbehind.scenario.PublishedSeries.Role;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.MergePatch;
import dev.dropbehind.specification.SpecReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the file of a family. Rows, roles and numbers come from published tables alone: the file says what the words in
 * their columns mean, by rules that are applied in their order.
 */
final class FamilyReader {

    private static final int MAX_TEXT = 2000;
    private static final int MAX_LIST = 100;
    private static final String PATH = "path";

    private final Faults faults = new Faults();
    private final Fields fields;
    private final Function<String, PublishedTable> tables;
    private final List<FamilyVariant> variants = new ArrayList<>();
    private final List<FamilyRule> rules = new ArrayList<>();
    private final List<String> key = new ArrayList<>();

    /** A variant of every row; {@code path} is what the table calls it, or empty where it was not measured. */
    private record FamilyVariant(String name, String title, String path) {}

    /** What the file says of every row. */
    private record Common(
            String id,
            String title,
            String question,
            String story,
            String notes,
            Source source,
            Metric metric,
            List<Metric> charts,
            JsonNode base,
            JsonNode job) {}

    /**
     * Starts reading.
     *
     * @param tree the file's content
     * @param tables finds published tables by name
     */
    FamilyReader(JsonNode tree, Function<String, PublishedTable> tables) {
        fields = Fields.of(tree, "", faults);
        this.tables = tables;
    }

    /**
     * Returns the family.
     *
     * @throws IllegalArgumentException with everything that is wrong
     */
    Family read() {
        Common common = common();
        fields.list("key", MAX_LIST).forEach(column -> key.add(column.node().asString("")));
        fields.list("variants", MAX_LIST).forEach(element -> variants.add(variant(fields.element(element))));
        fields.list("rules", MAX_LIST).forEach(element -> rules.add(rule(fields.element(element))));
        List<Family.Table> read = fields.list("tables", MAX_LIST).stream()
                .flatMap(element -> table(fields.element(element), common).stream())
                .toList();
        fields.refuseOthers();
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    faults.all().stream().map(Fault::toString).collect(Collectors.joining("; ")));
        }
        return new Family(common.id(), common.title(), common.question(), common.story(), common.source(), read);
    }

    private Common common() {
        return new Common(
                required(fields, "id"),
                required(fields, "title"),
                required(fields, "question"),
                required(fields, "story"),
                required(fields, "notes"),
                source(fields.object("source")),
                fields.word("metric", MetricNames.byId()).orElse(Metric.IOPS),
                charts(),
                patch(fields, "base"),
                patch(fields, "job"));
    }

    private static Source source(Fields from) {
        Source source = new Source(required(from, "message"), required(from, "author"), required(from, "file"));
        from.refuseOthers();
        return source;
    }

    private List<Metric> charts() {
        return fields.list("charts", MAX_LIST).stream()
                .flatMap(element -> metric(element).stream())
                .toList();
    }

    private Optional<Metric> metric(Fields.Element element) {
        String id = element.node().asString("");
        Optional<Metric> metric = MetricNames.find(id);
        if (metric.isEmpty()) {
            faults.add(element.pointer(), "There is no metric \"" + id + "\".", element.node());
        }
        return metric;
    }

    private static FamilyVariant variant(Fields from) {
        FamilyVariant variant = new FamilyVariant(
                required(from, "name"),
                required(from, "title"),
                from.text(PATH, MAX_TEXT).orElse(""));
        from.refuseOthers();
        return variant;
    }

    private FamilyRule rule(Fields from) {
        Fields when = from.object("when");
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String column : key) {
            when.text(column, MAX_TEXT).ifPresent(word -> wanted.put(column, word));
        }
        when.text(FamilyRule.VARIANT, MAX_TEXT).ifPresent(word -> wanted.put(FamilyRule.VARIANT, word));
        when.refuseOthers();
        FamilyRule rule = new FamilyRule(
                wanted,
                from.text("name", MAX_TEXT).orElse(""),
                from.text("title", MAX_TEXT).orElse(""),
                patch(from, "job"),
                patch(from, "spec"));
        if (!rule.isOfRow() && !rule.name().isEmpty()) {
            from.fault("name", "All variants of a row share its name: a rule for one of them has none.");
        }
        from.refuseOthers();
        return rule;
    }

    private Optional<Family.Table> table(Fields from, Common common) {
        String name = required(from, "table");
        String title = required(from, "title");
        boolean isExtra = from.flag("extra", false);
        from.refuseOthers();
        try {
            PublishedTable published = tables.apply(name);
            Map<Map<String, String>, List<Map<String, String>>> rows = published.records().stream()
                    .collect(Collectors.groupingBy(this::keyOf, LinkedHashMap::new, Collectors.toList()));
            return Optional.of(new Family.Table(
                    title,
                    published.source(),
                    published.tolerance(),
                    isExtra,
                    rows.entrySet().stream()
                            .map(row -> row(from.at("table"), common, row.getKey(), row.getValue()))
                            .toList()));
        } catch (IllegalArgumentException problem) {
            from.fault("table", String.valueOf(problem.getMessage()));
            return Optional.empty();
        }
    }

    private Map<String, String> keyOf(Map<String, String> published) {
        Map<String, String> values = new LinkedHashMap<>();
        key.forEach(column -> values.put(column, valueOf(published, column)));
        return values;
    }

    private Row row(String pointer, Common common, Map<String, String> row, List<Map<String, String>> published) {
        List<FamilyRule> holding =
                rules.stream().filter(rule -> rule.isOfRow() && rule.holds(row)).toList();
        String name = joined(holding.stream().map(FamilyRule::name), "-");
        String title = joined(holding.stream().map(FamilyRule::title), ", ");
        List<Cell> cells =
                published.stream().map(one -> cell(common.metric(), one)).toList();
        Scenario scenario = new Scenario(
                common.id() + "-" + name,
                common.title() + ": " + title,
                common.question(),
                common.story(),
                common.notes() + " " + wordsOf(cells),
                common.source(),
                variants.stream()
                        .flatMap(one -> variant(pointer + "/" + name, common, row, one).stream())
                        .toList(),
                common.charts(),
                List.of());
        return new Row(name, title, row, scenario, cells);
    }

    private static String joined(Stream<String> parts, String separator) {
        return parts.filter(part -> !part.isEmpty()).collect(Collectors.joining(separator));
    }

    private Cell cell(Metric metric, Map<String, String> published) {
        String path = valueOf(published, PATH);
        FamilyVariant variant = variants.stream()
                .filter(one -> one.path().equals(path))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no variant is the path " + path));
        String value = valueOf(published, metric.id());
        Role role = Role.valueOf(valueOf(published, "role").toUpperCase(Locale.ROOT));
        return new Cell(variant.name(), metric, Double.parseDouble(value), role);
    }

    /** Says what was published, for the page of a run: there is one number for a whole run, and no series. */
    private static String wordsOf(List<Cell> cells) {
        return cells.stream()
                .map(cell -> String.format(
                        Locale.ROOT,
                        "%,.0f %s with %s",
                        cell.value(),
                        cell.metric() == Metric.IOPS
                                ? "calls a second"
                                : cell.metric().unit(),
                        cell.variant()))
                .collect(Collectors.joining(", ", "Published: ", "."));
    }

    private Optional<Variant> variant(String pointer, Common common, Map<String, String> row, FamilyVariant variant) {
        Map<String, String> whole = new LinkedHashMap<>(row);
        whole.put(FamilyRule.VARIANT, variant.name());
        JsonNode spec = common.base();
        JsonNode job = common.job();
        for (FamilyRule rule : rules) {
            if (rule.holds(whole)) {
                spec = MergePatch.apply(spec, rule.spec());
                job = MergePatch.apply(job, rule.job());
            }
        }
        ObjectNode written = spec.deepCopy().asObject();
        written.putArray("jobs").add(job);
        return SpecReader.read(written, pointer + "/" + variant.name(), faults)
                .map(read -> new Variant(variant.name(), variant.title(), read, written));
    }

    private static JsonNode patch(Fields from, String name) {
        return from.find(name).filter(JsonNode::isObject).orElseGet(JsonNodeFactory.instance::objectNode);
    }

    private static String valueOf(Map<String, String> published, String column) {
        return Objects.requireNonNullElseGet(published.get(column), () -> {
            throw new IllegalArgumentException("there is no column " + column);
        });
    }

    private static String required(Fields from, String name) {
        Optional<String> text = from.text(name, MAX_TEXT);
        if (text.isEmpty() && from.areSound(name)) {
            from.fault(name, "This is missing.");
        }
        return text.orElse("");
    }
}
