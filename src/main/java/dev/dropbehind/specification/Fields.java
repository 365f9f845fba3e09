package dev.dropbehind.specification;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the members of a JSON object. Whatever is wrong is noted as a fault and reads as missing, so that reading goes
 * on; a member that is missing or null takes the fallback without a fault. Members nobody asked for are faults once
 * {@link #refuseOthers} is called.
 */
public final class Fields {

    private static final Pattern DIGITS = Pattern.compile("0|-?[1-9]\\d{0,17}");

    private final JsonNode object;
    private final String prefix;
    private final Faults faults;
    private final Set<String> known = new LinkedHashSet<>();
    private final Set<String> faulty = new HashSet<>();

    private Fields(JsonNode object, String prefix, Faults faults) {
        this.object = object;
        this.prefix = prefix;
        this.faults = faults;
    }

    /**
     * Returns the members of a tree that should be an object; anything else is a fault and reads as empty.
     *
     * @param node the tree
     * @param pointer where it is in the input, empty for the whole
     * @param faults where faults go
     */
    public static Fields of(JsonNode node, String pointer, Faults faults) {
        if (node.isObject()) {
            return new Fields(node, pointer + "/", faults);
        }
        faults.add(pointer, "This must be an object.", node);
        return new Fields(JsonNodeFactory.instance.objectNode(), pointer + "/", faults);
    }

    /**
     * Returns the parameters of a query; digits read as numbers.
     *
     * @param query the parameters
     * @param faults where faults go, each at {@code ?name}
     */
    public static Fields ofQuery(Map<String, String> query, Faults faults) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        query.forEach((name, given) -> {
            // A parameter without an equals sign has no value.
            String value = Objects.requireNonNullElse(given, "");
            if (DIGITS.matcher(value).matches()) {
                object.put(name, Long.parseLong(value));
            } else {
                object.put(name, value);
            }
        });
        return new Fields(object, "?", faults);
    }

    /** Returns where a member is in the input. */
    public String at(String name) {
        return prefix + name.replace("~", "~0").replace("/", "~1");
    }

    /** Returns whether a member is there and not null. */
    public boolean has(String name) {
        return find(name).isPresent();
    }

    /** Returns a member whatever it is; it counts as asked for. */
    public Optional<JsonNode> find(String name) {
        known.add(name);
        JsonNode node = object.get(name);
        return node == null || node.isNull() ? Optional.empty() : Optional.of(node);
    }

    /** Returns whether none of these members had a fault; without names, whether none had. */
    public boolean areSound(String... names) {
        return names.length == 0 ? faulty.isEmpty() : Stream.of(names).noneMatch(faulty::contains);
    }

    /** Notes a fault of a member. */
    public void fault(String name, String detail) {
        faulty.add(name);
        faults.add(at(name), detail, object.get(name));
    }

    /** Reads a text of 1 to {@code longest} characters, none of them a control character. */
    public Optional<String> text(String name, int longest) {
        return find(name).flatMap(node -> {
            String text = node.isString() ? node.stringValue() : "";
            if (Excerpt.hasForbidden(text)) {
                return refuse(name, "This has control characters or halves of surrogate pairs.");
            }
            boolean fits = !text.isBlank() && text.length() <= longest;
            return fits ? Optional.of(text) : refuse(name, "This must be a text of 1 to " + longest + " characters.");
        });
    }

    /** Reads one of some words. */
    public <T> Optional<T> word(String name, Map<String, T> words) {
        return find(name).flatMap(node -> {
            String text = node.isString() ? node.stringValue() : node.toString();
            T found = words.get(text);
            return found != null
                    ? Optional.of(found)
                    : refuse(
                            name,
                            "This must be " + listed(words.keySet()) + "." + Names.didYouMean(text, words.keySet()));
        });
    }

    /** Reads true or false. */
    public boolean flag(String name, boolean fallback) {
        return find(name)
                .flatMap(node -> node.isBoolean()
                        ? Optional.of(node.booleanValue())
                        : refuse(name, "This must be true or false."))
                .orElse(fallback);
    }

    /** Reads a whole number within a range. */
    public Optional<Long> whole(String name, long least, long most) {
        return find(name)
                .flatMap(node -> inRange(name, wholeOf(node), "a whole number", least + " to " + most, least, most));
    }

    /** Reads a number, whole or not. */
    public Optional<BigDecimal> number(String name) {
        return find(name).flatMap(node -> {
            boolean fits = node.isNumber() && Double.isFinite(node.doubleValue(Double.NaN));
            return fits ? Optional.of(node.decimalValue()) : refuse(name, "This must be a number.");
        });
    }

    /** Reads a size, as bytes or as a text with a unit, within a range of bytes. */
    public Optional<Long> bytes(String name, long least, long most) {
        return find(name).flatMap(node -> {
            Optional<Long> value = node.isString() ? Units.bytes(node.stringValue()) : wholeOf(node);
            return inRange(
                    name,
                    value,
                    "bytes or a size like \"64k\" or \"24GiB\"",
                    least + " to " + most + " bytes",
                    least,
                    most);
        });
    }

    /**
     * Reads a time as a text with a unit, or as nanoseconds under the same name with {@code Nanos} at its end; the
     * range is in nanoseconds.
     */
    public Optional<Long> nanos(String name, long least, long most) {
        String inNanos = name + "Nanos";
        Optional<JsonNode> node = find(name);
        if (!has(inNanos)) {
            return node.flatMap(text -> {
                Optional<Long> value = text.isString() ? Units.nanos(text.stringValue()) : Optional.empty();
                return inRange(
                        name,
                        value,
                        "a time with a unit, like \"20s\" or \"250ms\"",
                        Units.time(least) + " to " + Units.time(most),
                        least,
                        most);
            });
        }
        if (node.isPresent()) {
            fault(inNanos, "Say the time once: here or as " + name + ".");
        }
        return whole(inNanos, least, most);
    }

    /** Returns the members of an object that may be missing. */
    public Fields object(String name) {
        Optional<JsonNode> node = find(name);
        Fields fields = of(node.orElseGet(JsonNodeFactory.instance::objectNode), at(name), faults);
        if (node.isPresent() && !node.get().isObject()) {
            faulty.add(name);
        }
        return fields;
    }

    /** Returns the elements of a list that may be missing, with where each is. */
    public List<Element> list(String name, int most) {
        Optional<JsonNode> node = find(name);
        if (node.isEmpty()) {
            return List.of();
        }
        if (!node.get().isArray() || node.get().size() > most) {
            fault(name, "This must be a list of at most " + most + ".");
            return List.of();
        }
        List<Element> elements = new ArrayList<>();
        for (JsonNode element : node.get()) {
            elements.add(new Element(element, at(name) + "/" + elements.size()));
        }
        return elements;
    }

    /** An element of a list and where it is in the input. */
    public record Element(JsonNode node, String pointer) {}

    /** Returns the members of an element of a list. */
    public Fields element(Element element) {
        return of(element.node(), element.pointer(), faults);
    }

    /** Returns the names of all members. */
    public List<String> names() {
        return List.copyOf(object.propertyNames());
    }

    /**
     * Refuses a member of the contract that this version does not simulate, unless its value says what happens anyway.
     *
     * @param name the member
     * @param harmless the values under which nothing changes, as JSON; the first is the default
     * @param reason why any other value is refused, in a sentence
     */
    void notSimulated(String name, List<String> harmless, String reason) {
        Optional<JsonNode> node = find(name);
        if (node.isPresent() && !harmless.contains(node.get().toString())) {
            String remedy = harmless.isEmpty() ? " Leave it out." : " Leave it out or say " + harmless.getFirst() + ".";
            fault(name, reason + remedy);
        }
    }

    /** Notes a fault for each member that nobody asked for. */
    public void refuseOthers() {
        for (String name : object.propertyNames()) {
            if (!known.contains(name) && !faults.isFull()) {
                fault(name, "There is no field \"" + name + "\" here." + Names.didYouMean(name, known));
            }
        }
    }

    private Optional<Long> inRange(
            String name, Optional<Long> value, String kind, String range, long least, long most) {
        if (value.isEmpty()) {
            return refuse(name, "This must be " + kind + ".");
        }
        boolean fits = value.get() >= least && value.get() <= most;
        return fits ? value : refuse(name, "This must be " + range + ".");
    }

    private <T> Optional<T> refuse(String name, String detail) {
        fault(name, detail);
        return Optional.empty();
    }

    private static Optional<Long> wholeOf(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToLong() ? Optional.of(node.longValue()) : Optional.empty();
    }

    private static String listed(Set<String> words) {
        return (words.size() == 1 ? "" : "one of ")
                + String.join(", ", words.stream().sorted().toList());
    }
}
