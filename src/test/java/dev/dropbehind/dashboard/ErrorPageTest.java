package dev.dropbehind.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dropbehind.testing.ServiceTest;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec;

@ServiceTest
class ErrorPageTest {

    @Autowired
    private WebTestClient client;

    @Test
    void aPageThatThereIsNotIsAPageOfOursThatLeadsHome() {
        String page = get("/nope", MediaType.TEXT_HTML)
                .expectStatus()
                .isNotFound()
                .expectHeader()
                .contentTypeCompatibleWith(MediaType.TEXT_HTML)
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();

        assertThat(page)
                .contains("There is no such page", "404", "All experiments", "tokens.css")
                .doesNotContain("Whitelabel");
    }

    @Test
    void whoWantsJsonGetsNoPage() {
        get("/nope", MediaType.APPLICATION_JSON)
                .expectStatus()
                .isNotFound()
                .expectBody()
                .jsonPath("$.status")
                .isEqualTo(404);
    }

    @Test
    void theIconIsFoundUnderItsCustomaryName() {
        get("/favicon.ico", MediaType.ALL).expectHeader().location("/favicon.svg");
        get("/favicon.svg", MediaType.ALL).expectStatus().isOk();
    }

    private ResponseSpec get(String uri, MediaType accepted) {
        return client.get().uri(uri).accept(accepted).exchange();
    }
}
