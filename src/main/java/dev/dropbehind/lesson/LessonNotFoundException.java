package dev.dropbehind.lesson;

import dev.dropbehind.specification.Names;
import java.util.Collection;

/** No lesson has this id, or the lesson has no such variant. */
public final class LessonNotFoundException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private LessonNotFoundException(String message) {
        super(message);
    }

    /** Names the id of a lesson that is not there. */
    static LessonNotFoundException lesson(String id, Collection<String> known) {
        return new LessonNotFoundException("There is no lesson " + id + "." + Names.didYouMean(id, known));
    }

    /** Names the variant that the lesson does not have. */
    static LessonNotFoundException variant(String lesson, String variant, Collection<String> known) {
        return new LessonNotFoundException(
                "Lesson " + lesson + " has no variant " + variant + "." + Names.didYouMean(variant, known));
    }
}
