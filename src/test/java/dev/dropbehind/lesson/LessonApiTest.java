package dev.dropbehind.lesson;

import dev.dropbehind.testing.ServiceTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.BodyContentSpec;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

@ServiceTest
class LessonApiTest {

    private static final String MESS = "/api/v1/lessons/why-a-read-leaves-a-mess";

    @Autowired
    private WebTestClient client;

    @Test
    void theListSaysWhatEachLessonAnswers() {
        body("/api/v1/lessons")
                .jsonPath("$[0].id")
                .isEqualTo("why-a-read-leaves-a-mess")
                .jsonPath("$[0].question")
                .isNotEmpty()
                .jsonPath("$[0].variants.length()")
                .isEqualTo(2);
    }

    @Test
    void aLessonHasItsSpecsItsQuestionAndWhereItsStepsAre() {
        body(MESS)
                .jsonPath("$.variants[0].name")
                .isEqualTo("cached")
                .jsonPath("$.variants[1].spec.jobs[0].ioMode")
                .isEqualTo("dontcache")
                .jsonPath("$.variants[0].stepsAt")
                .isEqualTo(MESS + "/variants/cached/steps")
                .jsonPath("$.quiz.answers[?(@.right == true)].text")
                .isEqualTo("The plain read")
                .jsonPath("$.kinds[?(@.kind == 'dropped')].path[2]")
                .isEqualTo("folio_unmap_invalidate");
    }

    @Test
    void aStepSaysWhoActedWhatHappenedAndWhatIsCachedInWhichState() {
        body(MESS + "/variants/dontcache/steps")
                .jsonPath("$.filePages")
                .isEqualTo(96)
                .jsonPath("$.watermarks.low")
                .isEqualTo(16)
                .jsonPath("$.steps[0].folios.length()")
                .isEqualTo(0)
                .jsonPath("$.steps[0].freePages")
                .isEqualTo(64)
                .jsonPath("$.steps[1].number")
                .isEqualTo(1)
                .jsonPath("$.steps[1].actor")
                .isEqualTo("reader.0")
                .jsonPath("$.steps[1].context")
                .isEqualTo("task")
                .jsonPath("$.steps[1].facts[1].words")
                .isEqualTo("Page 0 is not in the cache.")
                .jsonPath("$.steps[1].facts[3].firstPage")
                .isEqualTo(0)
                .jsonPath("$.steps[1].facts[3].pages")
                .isEqualTo(8)
                .jsonPath("$.steps[1].changed.nrFreePages")
                .isEqualTo(-8)
                .jsonPath("$.steps[1].folios[0].flags[0]")
                .isEqualTo("locked")
                .jsonPath("$.steps[1].folios[0].flags[1]")
                .isEqualTo("dropbehind");
    }

    @Test
    void aLessonOrVariantThatIsNotThereIsAProblemThatNamesTheNearest() {
        problem(
                "/api/v1/lessons/why-a-read-leaves-a-mes",
                "There is no lesson why-a-read-leaves-a-mes." + " Did you mean \"why-a-read-leaves-a-mess\"?");
        problem(
                MESS + "/variants/cashed/steps",
                "Lesson why-a-read-leaves-a-mess has no variant cashed." + " Did you mean \"cached\"?");
    }

    private void problem(String uri, String detail) {
        get(uri).expectStatus()
                .isNotFound()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("urn:dropbehind:problem:lesson-not-found")
                .jsonPath("$.detail")
                .isEqualTo(detail);
    }

    private BodyContentSpec body(String uri) {
        return get(uri).expectStatus().isOk().expectBody();
    }

    private ResponseSpec get(String uri) {
        return client.get().uri(uri).exchange();
    }
}
