package dev.dropbehind.lesson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dropbehind.engine.measure.Fact;
import dev.dropbehind.scenario.ScenarioLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;

class LessonCatalogueTest {

    private static final Path MESS = Path.of("src/main/resources/lessons/why-a-read-leaves-a-mess.yaml");

    private final LessonCatalogue catalogue = LessonCatalogue.load();
    private final PlayedLesson mess = catalogue.find("why-a-read-leaves-a-mess").orElseThrow();
    private final Recording cached = mess.recording("cached").orElseThrow();
    private final Recording dontcache = mess.recording("dontcache").orElseThrow();

    @Test
    void everyLessonFileIsInTheCatalogueUnderItsName() throws IOException {
        try (Stream<Path> files = Files.list(MESS.getParent())) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".yaml", "")))
                    .containsExactlyInAnyOrderElementsOf(catalogue.ids());
        }
    }

    @Test
    void everyLessonLeadsToAScenario() {
        assertThat(catalogue.all())
                .allSatisfy(played -> assertThat(
                                ScenarioLoader.load().find(played.lesson().scenario()))
                        .isPresent());
    }

    @Test
    void thePlainReadWakesKswapdAndTheOtherDoesNot() {
        assertThat(cached.total(Fact.Kind.KSWAPD_WOKEN)).isPositive();
        assertThat(cached.last().kswapdCpuNanos()).isPositive();
        assertThat(dontcache.total(Fact.Kind.KSWAPD_WOKEN)).isZero();
        assertThat(dontcache.last().kswapdCpuNanos()).isZero();
    }

    @Test
    void thePlainReadLeavesPagesAndTheOtherNone() {
        assertThat(cached.last().cachedPages()).isPositive();
        assertThat(dontcache.last().cachedPages()).isZero();
        assertThat(dontcache.total(Fact.Kind.DROPPED)).isEqualTo(cached.filePages());
    }

    @Test
    void theReaderPaysForItsDropsAndBothTogetherPayLess() {
        assertThat(dontcache.last().readerCpuNanos())
                .isGreaterThan(cached.last().readerCpuNanos())
                .isLessThan(cached.last().readerCpuNanos() + cached.last().kswapdCpuNanos());
    }

    @Test
    void aLessonIsSteppedInMinutesNotHours() {
        assertThat(mess.recordings())
                .allSatisfy(recording -> assertThat(recording.steps()).hasSizeBetween(20, 200));
    }

    @Test
    void noWordOfAStepHasAGapLeft() {
        assertThat(mess.recordings())
                .allSatisfy(recording -> assertThat(recording.steps())
                        .flatExtracting(Step::facts)
                        .isNotEmpty()
                        .allSatisfy(fact -> {
                            assertThat(fact.words()).isNotBlank().doesNotContain("{", "}");
                            assertThat(fact.why()).doesNotContain("{", "}");
                        }));
    }

    @Test
    void verbsAgreeWithTheNumberOfPages() {
        String disagrees = "Page \\d+ (are|get|leave|stay|move)\\b.*|Pages \\S+ (is|gets|leaves|stays|moves)\\b.*";
        assertThat(mess.recordings())
                .flatExtracting(Recording::steps)
                .flatExtracting(Step::facts)
                .extracting(Step.Told::words)
                .anyMatch(words -> words.startsWith("Page 4 leaves"))
                .noneMatch(words -> words.matches(disagrees));
        assertThat(Gaps.agree("It {is|are}", 1)).isEqualTo("It is");
        assertThat(Gaps.agree("They {is|are}", 2)).isEqualTo("They are");
    }

    @Test
    void pagesThatLeaveTheCacheAreFreeOrOnTheListsThatTheWordsName() {
        List<Step> steps = dontcache.steps();
        for (int i = 1; i < steps.size(); i++) {
            Step step = steps.get(i);
            Step before = steps.get(i - 1);
            long gone = before.cachedPages() - step.cachedPages();
            assertThat(step.freePages() + step.perCpuPages())
                    .isEqualTo(before.freePages() + before.perCpuPages() + gone);
            assertThat(step.facts())
                    .filteredOn(fact -> fact.kind().equals("dropped"))
                    .allSatisfy(fact -> assertThat(fact.words())
                            .endsWith(step.freePages() + " pages are free now, and " + step.perCpuPages()
                                    + " on the processors' own lists."));
        }
    }

    @Test
    void aKindOfFactIsExplainedWhereItHappensFirstAndNowhereElse() {
        List<String> explained = cached.steps().stream()
                .flatMap(step -> step.facts().stream())
                .filter(fact -> !fact.why().isEmpty())
                .map(Step.Told::kind)
                .toList();

        assertThat(explained).contains("pageMissing", "reclaimed").doesNotHaveDuplicates();
    }

    @Test
    void theRightAnswerIsTheOneThatTheRunsGive() {
        assertThat(mess.lesson().quiz().answers())
                .filteredOn(mess::isRight)
                .extracting(Lesson.Answer::variants)
                .containsExactly(List.of("cached"));
    }

    @Test
    void changesOfCountersLeadFromOneStepToTheNext() {
        List<Step> steps = cached.steps();
        for (int i = 1; i < steps.size(); i++) {
            long change = steps.get(i).changed().getOrDefault("nrFreePages", 0L);
            assertThat(steps.get(i).freePages()).isEqualTo(steps.get(i - 1).freePages() + change);
        }
    }

    @Test
    void aLessonThatSaysNothingOfWhatHappensIsRefused() {
        assertRefused(
                changed("  dropped:\n", "  kept:\n")
                        .replaceFirst("(?s)  kept:\n    says: \"\\{Range} are looked.*?  deac", "  deac"),
                "nothing is said of dropped");
    }

    @Test
    void aKindThatThereIsNotIsNamed() {
        assertRefused(changed("  scanned:\n", "  skanned:\n"), "/narration/skanned");
    }

    @Test
    void aQuestionWithoutARightAnswerIsRefused() {
        assertRefused(changed("variants: [cached]", "variants: [dontcache]"), "not exactly one answer");
    }

    @Test
    void aGapThatNothingFillsIsNamed() {
        assertRefused(changed("{free} pages are free now", "{freee} pages are free now"), "{freee}");
    }

    @Test
    void aMachineTooLargeToBeSeenIsRefused() {
        assertRefused(changed("ram: 1MiB", "ram: 1GiB"), "too large to be stepped");
    }

    private static void assertRefused(String yaml, String why) {
        assertThatThrownBy(() -> LessonCatalogue.read(file(yaml)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("faulty.yaml", why);
    }

    private static String changed(String from, String to) {
        try {
            String yaml = Files.readString(MESS);
            assertThat(yaml).contains(from);
            return yaml.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private static Resource file(String yaml) {
        return new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public String getFilename() {
                return "faulty.yaml";
            }
        };
    }
}
