package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.engine.spec.Epoch;
import dev.dropbehind.engine.spec.Profile;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.media.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the document says of a spec is what the reader takes: the same names, words and limits. */
@SuppressWarnings({"rawtypes", "unchecked"}) // Schema, as the library gives it.
class SpecDocumentTest {

    private static final String COMPLETE = """
            {"machine": {"profile": "server"}, "jobs": [{"size": "1GiB", "fileSize": "2GiB", "runtime": "1s"}],
             "files": [{"name": "job1", "extents": [{"offset": 0, "length": 4096, "state": "hole"}]}],
             "memory": {"cgroup": {"max": "1GiB"}}, "device": {"model": "nvme", "failures": [{"sector": 8}]},
             "actions": [{"at": "1s", "do": "cpuOffline", "cpu": 1}]}
            """;

    private static final String OTHER_ACTION = """
            {"jobs": [{"size": "1GiB", "filename": "job1"}],
             "files": [{"name": "job1", "extents": [{"offset": 0, "length": 4096, "state": "hole"}]}],
             "memory": {"cgroup": {"max": "1GiB"}}, "device": {"model": "nvme", "failures": [{"sector": 8}]},
             "actions": [{"at": "1s", "do": %s}]}
            """;

    /** Together these have every member, each as an object that has it. */
    private static final List<String> COMPLETES = List.of(
            COMPLETE,
            COMPLETE.replace("nvme", "hdd"),
            COMPLETE.replace("nvme", "loop"),
            COMPLETE.replace("\"actions\"", "\"fileSystem\": {\"type\": \"ext4\"}, \"actions\""),
            served("xfs"),
            served("ext4"),
            OTHER_ACTION.formatted("\"truncate\", \"file\": \"job1\", \"size\": 0"),
            OTHER_ACTION.formatted("\"readNormally\", \"file\": \"job1\", \"length\": 4096"),
            OTHER_ACTION.formatted("\"setVm\", \"vm\": {\"dirtyRatio\": 5, \"dirtyBackgroundRatio\": 1,"
                    + " \"dirtyBytes\": 0, \"dirtyBackgroundBytes\": 0, \"dirtyExpireCentisecs\": 100,"
                    + " \"dirtyWritebackCentisecs\": 0}"));

    /** What the reader says of numbers that do not go with others. */
    private static final Pattern CONTEXT = Pattern.compile(
            "Nothing is free|part of reserved|more than max|half of the memory|file has|less than one call"
                    + "|more than the disk holds|goes with|processors, numbered");

    /** Objects whose members are those of a table, or of the object that they are in. */
    private static final Set<String> NOT_ENTERED = Set.of("/kernel/toggles", "/device/lower");

    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, Schema> SCHEMAS =
            ModelConverters.getInstance(true).readAll(SpecDocument.class);

    private static String served(String exported) {
        return COMPLETE.replace(
                "\"memory\": {\"cgroup\": {\"max\": \"1GiB\"}}",
                "\"fileSystem\": {\"type\": \"nfsd\", \"export\": {\"type\": \"" + exported + "\"}}");
    }

    /** One member of a documented object. */
    record Member(String pointer, String name, Schema<?> schema) {

        @Override
        public String toString() {
            return pointer + "/" + name;
        }
    }

    static Stream<Member> members() {
        return Stream.of(
                        of("", "Spec"),
                        of("/machine", "Machine"),
                        of("/memory", "Memory"),
                        of("/memory/cgroup", "Cgroup"),
                        of("/memory/vm", "Vm"),
                        of("/device", "Device"),
                        of("/device/failures/0", "Failure"),
                        of("/fileSystem", "FileSystem"),
                        of("/fileSystem/export", "Export"),
                        of("/kernel", "Kernel"),
                        of("/jobs/0", "Job"),
                        of("/files/0", "File"),
                        of("/files/0/extents/0", "Extent"),
                        of("/actions/0", "Action"),
                        of("/actions/0/vm", "VmChange"))
                .flatMap(List::stream);
    }

    private static List<Member> of(String pointer, String schema) {
        List<Member> members = new ArrayList<>();
        Map<String, Schema> properties =
                Objects.requireNonNull(SCHEMAS.get(schema)).getProperties();
        properties.forEach((name, property) -> members.add(new Member(pointer, name, property)));
        return members;
    }

    @Test
    void whatIsWrittenHasJustTheNamesThatAreDocumented() {
        Set<String> written = new HashSet<>();
        COMPLETES.forEach(spec -> written.addAll(writtenNames(spec)));

        assertThat(members().map(Member::toString)).containsExactlyInAnyOrderElementsOf(written);
    }

    @ParameterizedTest
    @MethodSource("members")
    void theReaderKnowsEachNameAndRefusesWhatCannotBe(Member member) {
        List<Fault> faults = faults(member, JSON.readTree("{\"no\": []}"));

        assertThat(faults).noneMatch(fault -> fault.detail().contains("There is no field \"" + member.name() + "\""));
        assertThat(faults).anyMatch(fault -> fault.pointer().startsWith(member.toString()));
    }

    @ParameterizedTest
    @MethodSource("members")
    void theWordsAreThoseOfTheReader(Member member) {
        List<?> words = Objects.requireNonNullElse(member.schema().getEnum(), List.of());
        for (Object word : words) {
            JsonNode value = word instanceof Number number
                    ? JsonNodeFactory.instance.numberNode(number.longValue())
                    : JsonNodeFactory.instance.stringNode(word.toString());
            assertThat(faults(member, value)).noneMatch(fault -> fault.detail().startsWith("This must be"));
        }
        if (!words.isEmpty() && words.getFirst() instanceof String) {
            assertThat(faults(member, JsonNodeFactory.instance.stringNode("?")))
                    .singleElement()
                    .satisfies(fault -> assertThat(fault.detail())
                            .contains(String.join(
                                            ", ",
                                            words.stream().map(Object::toString).toList()) + "."));
        }
    }

    @ParameterizedTest
    @MethodSource("members")
    void theLimitsAreThoseOfTheReader(Member member) {
        BigDecimal least = member.schema().getMinimum();
        BigDecimal most = member.schema().getMaximum();
        if (least != null && most != null) {
            assertThat(isOutOfRange(member, least)).isFalse();
            assertThat(isOutOfRange(member, most)).isFalse();
            assertThat(isOutOfRange(member, least.subtract(BigDecimal.ONE))).isTrue();
            assertThat(isOutOfRange(member, most.add(BigDecimal.ONE))).isTrue();
        }
    }

    @Test
    void profilesAndEpochsAreThoseThatThereAre() {
        assertThat(enumOf("Machine", "profile"))
                .containsExactlyInAnyOrderElementsOf(words(Profile.values(), Profile::id));
        assertThat(enumOf("Kernel", "epoch")).containsExactlyElementsOf(words(Epoch.values(), Epoch::name));
    }

    private static List<String> enumOf(String schema, String name) {
        Map<String, Schema> properties =
                Objects.requireNonNull(SCHEMAS.get(schema)).getProperties();
        List<?> words = Objects.requireNonNull(properties.get(name)).getEnum();
        return words.stream().map(Object::toString).toList();
    }

    private static <T> List<String> words(T[] values, Function<T, String> word) {
        return Arrays.stream(values).map(word).toList();
    }

    /** Whether the reader refuses the number by itself, whatever else the spec says. */
    private static boolean isOutOfRange(Member member, BigDecimal value) {
        return faults(member, JsonNodeFactory.instance.numberNode(value.toBigIntegerExact())).stream()
                .filter(fault -> !CONTEXT.matcher(fault.detail()).find())
                .anyMatch(fault -> fault.pointer().equals(member.toString()));
    }

    private static List<String> writtenNames(String spec) {
        return namesOf(SpecWriter.write(SpecReader.read(JSON.readTree(spec))), "");
    }

    private static String specWith(Member member) {
        return COMPLETES.stream()
                .filter(spec -> writtenNames(spec).contains(member.toString()))
                .findFirst()
                .orElseThrow();
    }

    private static List<Fault> faults(Member member, JsonNode value) {
        ObjectNode spec = (ObjectNode) JSON.readTree(specWith(member));
        JsonNode place = spec;
        for (String name : member.pointer()
                .substring(Math.min(1, member.pointer().length()))
                .split("/", -1)) {
            place = name.isEmpty() ? place : inside(place, name);
        }
        ((ObjectNode) place).set(member.name(), value);
        Faults faults = new Faults();
        SpecReader.read(spec, "", faults);
        return faults.all();
    }

    private static JsonNode inside(JsonNode place, String name) {
        if (place instanceof ArrayNode list) {
            return list.get(Integer.parseInt(name));
        }
        return place.has(name) ? place.get(name) : place.withObjectProperty(name);
    }

    private static List<String> namesOf(ObjectNode object, String pointer) {
        List<String> names = new ArrayList<>();
        object.properties().forEach(member -> {
            String place = pointer + "/" + member.getKey();
            names.add(place);
            if (member.getValue() instanceof ObjectNode inner && !NOT_ENTERED.contains(place)) {
                names.addAll(namesOf(inner, place));
            } else if (member.getValue() instanceof ArrayNode list) {
                names.addAll(namesOf((ObjectNode) list.get(0), place + "/0"));
            }
        });
        return names;
    }
}
