package dev.dropbehind.lesson;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.scenario.Variant;
import dev.dropbehind.specification.Fault;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.MergePatch;
import dev.dropbehind.specification.SpecReader;
import dev.dropbehind.trace.KindNames;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads one lesson file; each variant's spec is a merge patch on the file's {@code base}. */
final class LessonReader {

    private static final int MAX_TEXT = 1000;
    private static final int MAX_LIST = 100;

    private final Faults faults = new Faults();
    private final Fields fields;
    private final JsonNode base;

    LessonReader(JsonNode tree) {
        fields = Fields.of(tree, "", faults);
        base = fields.find("base").orElseGet(JsonNodeFactory.instance::objectNode);
    }

    /**
     * Returns the lesson.
     *
     * @throws IllegalArgumentException with everything that is wrong
     */
    Lesson read() {
        String id = required(fields, "id");
        String title = required(fields, "title");
        String question = required(fields, "question");
        List<String> intro = texts(fields, "intro");
        String machine = required(fields, "machine");
        Map<Fact.Kind, Lesson.Narration> narration = narration();
        List<Lesson.Chapter> chapters = chapters();
        Optional<Lesson.Quiz> quiz = quiz(fields.object("quiz"));
        List<String> takeaway = texts(fields, "takeaway");
        String scenario = required(fields, "scenario");
        List<Variant> variants = variants();
        fields.refuseOthers();
        if (!faults.isEmpty() || quiz.isEmpty()) {
            throw new IllegalArgumentException(
                    String.join("; ", faults.all().stream().map(Fault::toString).toList()));
        }
        return new Lesson(
                id, title, question, intro, machine, narration, chapters, quiz.get(), takeaway, scenario, variants);
    }

    private static String required(Fields from, String name) {
        Optional<String> text = from.text(name, MAX_TEXT);
        if (text.isEmpty() && from.areSound(name)) {
            from.fault(name, "This is missing.");
        }
        return text.orElse("");
    }

    private List<String> texts(Fields from, String name) {
        List<String> texts = new ArrayList<>();
        for (Fields.Element element : from.list(name, MAX_LIST)) {
            String text = element.node().asString("");
            if (text.isBlank()) {
                faults.add(element.pointer(), "This must be a text.", element.node());
            }
            texts.add(text);
        }
        return texts;
    }

    private Map<Fact.Kind, Lesson.Narration> narration() {
        Map<Fact.Kind, Lesson.Narration> narration = new EnumMap<>(Fact.Kind.class);
        Fields from = fields.object("narration");
        KindNames.all().forEach((name, kind) -> {
            if (from.has(name)) {
                Fields one = from.object(name);
                narration.put(
                        kind,
                        new Lesson.Narration(
                                required(one, "says"), one.text("why", MAX_TEXT).orElse("")));
                one.refuseOthers();
            }
        });
        from.refuseOthers();
        return narration;
    }

    private List<Lesson.Chapter> chapters() {
        List<Lesson.Chapter> chapters = new ArrayList<>();
        for (Fields.Element element : fields.list("chapters", MAX_LIST)) {
            Fields from = fields.element(element);
            chapters.add(new Lesson.Chapter(
                    required(from, "title"),
                    from.text("variant", MAX_TEXT).orElse(null),
                    from.word("kind", KindNames.all()).orElse(null)));
            from.refuseOthers();
        }
        return chapters;
    }

    private Optional<Lesson.Quiz> quiz(Fields from) {
        Optional<Fact.Kind> before = from.word("before", KindNames.all());
        if (before.isEmpty() && from.areSound("before")) {
            from.fault("before", "This is missing.");
        }
        String text = required(from, "text");
        String reply = required(from, "reply");
        List<Lesson.Answer> answers = new ArrayList<>();
        for (Fields.Element element : from.list("answers", MAX_LIST)) {
            Fields answer = from.element(element);
            answers.add(new Lesson.Answer(required(answer, "text"), texts(answer, "variants")));
            answer.refuseOthers();
        }
        from.refuseOthers();
        return before.map(kind -> new Lesson.Quiz(kind, text, answers, reply));
    }

    private List<Variant> variants() {
        List<Variant> variants = new ArrayList<>();
        for (Fields.Element element : fields.list("variants", MAX_LIST)) {
            Fields from = fields.element(element);
            String name = required(from, "name");
            String title = required(from, "title");
            JsonNode patch = from.find("spec").orElseGet(JsonNodeFactory.instance::objectNode);
            from.refuseOthers();
            if (MergePatch.apply(base, patch) instanceof ObjectNode written) {
                SpecReader.read(written, element.pointer() + "/spec", faults)
                        .ifPresent(spec -> variants.add(new Variant(name, title, spec, written)));
            }
        }
        return variants;
    }
}
