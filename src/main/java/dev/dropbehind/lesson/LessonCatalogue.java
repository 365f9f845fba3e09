package dev.dropbehind.lesson;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** All lessons, played, in the order of their ids. */
public final class LessonCatalogue {

    private static final String LESSONS = "classpath*:lessons/*.yaml";

    private final Map<String, PlayedLesson> byId = new LinkedHashMap<>();

    /**
     * Makes a catalogue.
     *
     * @throws IllegalArgumentException if two have the same id
     */
    LessonCatalogue(Collection<PlayedLesson> lessons) {
        lessons.stream()
                .sorted(Comparator.comparing(
                        (PlayedLesson played) -> played.lesson().id()))
                .forEach(this::add);
    }

    /**
     * Reads and plays every lesson in {@code lessons/*.yaml} on the class path.
     *
     * @throws IllegalStateException if a file cannot be used; the message names the file and what is wrong with it
     */
    public static LessonCatalogue load() {
        try {
            List<PlayedLesson> lessons = new ArrayList<>();
            for (Resource file : new PathMatchingResourcePatternResolver().getResources(LESSONS)) {
                lessons.add(read(file));
            }
            return new LessonCatalogue(lessons);
        } catch (IOException problem) {
            throw new IllegalStateException("The lessons cannot be read.", problem);
        }
    }

    /** Reads and plays one lesson. */
    static PlayedLesson read(Resource file) {
        try (InputStream in = file.getInputStream()) {
            return PlayedLesson.of(new LessonReader(new YAMLMapper().readTree(in)).read());
        } catch (IOException | RuntimeException problem) {
            throw new IllegalStateException(file.getFilename() + ": " + problem.getMessage(), problem);
        }
    }

    /** Returns all lessons. */
    public List<PlayedLesson> all() {
        return List.copyOf(byId.values());
    }

    /** Returns the lesson of that id. */
    public Optional<PlayedLesson> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** Returns the ids of all lessons. */
    public Collection<String> ids() {
        return List.copyOf(byId.keySet());
    }

    private void add(PlayedLesson played) {
        if (byId.put(played.lesson().id(), played) != null) {
            throw new IllegalArgumentException(
                    "two lessons have the id " + played.lesson().id());
        }
    }
}
