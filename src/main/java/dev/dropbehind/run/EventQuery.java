package dev.dropbehind.run;

import dev.dropbehind.engine.EventLog;
import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.specification.Faults;
import dev.dropbehind.specification.Fields;
import dev.dropbehind.specification.Names;
import dev.dropbehind.trace.EventGroup;
import dev.dropbehind.trace.KindNames;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.http.MediaType;
import org.springframework.util.MultiValueMap;
import tools.jackson.databind.node.StringNode;

/**
 * What of an event log is asked for, and in which form.
 *
 * @param log the facts wanted
 * @param form how they are sent
 * @param isFile whether they are sent as a file to keep
 */
record EventQuery(EventLog.Query log, Form form, boolean isFile) {

    static final String KIND = "kind";
    static final int DEFAULT_LIMIT = 1000;

    /** The forms of a log. */
    enum Form {
        JSON(MediaType.APPLICATION_JSON, "json"),
        NDJSON(MediaChoice.NDJSON, "ndjson"),
        PERFETTO(MediaType.APPLICATION_JSON, "perfetto.json");

        private final MediaType type;
        private final String ending;

        Form(MediaType type, String ending) {
            this.type = type;
            this.ending = ending;
        }

        MediaType type() {
            return type;
        }

        /** Returns the end of the name of a file in this form. */
        String ending() {
            return ending;
        }
    }

    private static final Map<String, Form> FORMS =
            Map.of("json", Form.JSON, "ndjson", Form.NDJSON, "perfetto", Form.PERFETTO);

    /**
     * Reads a query.
     *
     * @param query its parameters
     * @param accepted the client's Accept header, which counts where the query names no form
     * @param reachedNanos simulated time that the machine has come to
     * @throws dev.dropbehind.specification.InvalidInputException with everything that is wrong
     * @throws org.springframework.web.server.NotAcceptableStatusException if the header takes none of the forms
     */
    static EventQuery of(MultiValueMap<String, String> query, List<MediaType> accepted, long reachedNanos) {
        Faults faults = new Faults();
        Set<Fact.Kind> kinds = kinds(query.getOrDefault(KIND, List.of()), faults);
        Map<String, String> others = new TreeMap<>(query.toSingleValueMap());
        others.remove(KIND);
        Fields fields = Fields.ofQuery(others, faults);
        long from = fields.nanos("from", 0, reachedNanos).orElse(0L);
        // Without an end the log goes on to the last fact, that at the very end of the run included.
        long to = fields.nanos("to", 0, reachedNanos).orElse(reachedNanos + 1);
        if (to < from) {
            fields.fault("from", "This must not be after to.");
        }
        long after = fields.whole("after", 0, Long.MAX_VALUE).orElse(0L);
        long limit = fields.whole("limit", 1, EventLog.MAX_ENTRIES).orElse((long) DEFAULT_LIMIT);
        boolean isFile = fields.has("format");
        Form form = fields.word("format", FORMS).orElse(Form.JSON);
        fields.refuseOthers();
        faults.throwIfAny();
        return new EventQuery(
                new EventLog.Query(from, to, kinds, after, (int) limit), isFile ? form : accepted(accepted), isFile);
    }

    private static Form accepted(List<MediaType> accepted) {
        List<MediaType> offers = List.of(Form.JSON.type(), Form.NDJSON.type());
        return MediaChoice.of(accepted, offers).equals(Form.NDJSON.type()) ? Form.NDJSON : Form.JSON;
    }

    /** Each name is that of a kind or of a group of them; without any all are meant. */
    private static Set<Fact.Kind> kinds(Collection<String> names, Faults faults) {
        Set<Fact.Kind> kinds = names.isEmpty() ? EnumSet.allOf(Fact.Kind.class) : EnumSet.noneOf(Fact.Kind.class);
        for (String name : names) {
            Fact.Kind kind = KindNames.all().get(name);
            EventGroup group = EventGroup.all().get(name);
            if (kind != null) {
                kinds.add(kind);
            } else if (group != null) {
                kinds.addAll(group.kinds());
            } else {
                faults.add("?" + KIND, unknown(name), StringNode.valueOf(name));
            }
        }
        return kinds;
    }

    private static String unknown(String name) {
        Set<String> groups = new TreeSet<>(EventGroup.all().keySet());
        Set<String> known = new TreeSet<>(KindNames.all().keySet());
        known.addAll(groups);
        return "This must be a kind of event, or one of the groups " + String.join(", ", groups) + "."
                + Names.didYouMean(name, known);
    }
}
