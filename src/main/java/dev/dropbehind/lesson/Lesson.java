package dev.dropbehind.lesson;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.scenario.Variant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lesson as its file has it: words with gaps, which the facts of its recordings fill.
 *
 * @param id name in addresses
 * @param title what it is about, in a few words
 * @param question what it answers
 * @param intro paragraphs before the machine is seen
 * @param machine what is small about the machine and what is not
 * @param narration what is said of each kind of fact
 * @param chapters places to go to
 * @param quiz what is asked before the end is shown
 * @param takeaway paragraphs that say what to keep
 * @param scenario id of the scenario that shows the same at full size
 * @param variants the machines, in the order in which they are shown
 */
public record Lesson(
        String id,
        String title,
        String question,
        List<String> intro,
        String machine,
        Map<Fact.Kind, Narration> narration,
        List<Chapter> chapters,
        Quiz quiz,
        List<String> takeaway,
        String scenario,
        List<Variant> variants) {

    /** Keeps its own copies. */
    public Lesson {
        intro = List.copyOf(intro);
        narration = Map.copyOf(narration);
        chapters = List.copyOf(chapters);
        takeaway = List.copyOf(takeaway);
        variants = List.copyOf(variants);
    }

    /**
     * What is said of a kind of fact.
     *
     * @param says what happened, each time
     * @param why what it means, said the first time; empty where nothing is to be said
     */
    public record Narration(String says, String why) {}

    /**
     * A place to go to: where something happens for the first time.
     *
     * @param title what is seen there
     * @param variant in which variant; null for the first in which it happens
     * @param kind what happens; null for the end
     */
    public record Chapter(String title, @Nullable String variant, Fact.@Nullable Kind kind) {}

    /**
     * A question that is asked right before something happens for the first time.
     *
     * @param before what happens next
     * @param text the question
     * @param answers what may be answered, at least two
     * @param reply what is said afterwards, with gaps for facts
     */
    public record Quiz(Fact.Kind before, String text, List<Answer> answers, String reply) {

        /** Keeps its own copy of the list. */
        public Quiz {
            answers = List.copyOf(answers);
        }
    }

    /**
     * One answer; it is right if the thing happens in these variants and in no other.
     *
     * @param text what it says
     * @param variants names of variants
     */
    public record Answer(String text, List<String> variants) {

        /** Keeps its own copy of the list. */
        public Answer {
            variants = List.copyOf(variants);
        }
    }
}
