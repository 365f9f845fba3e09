package dev.dropbehind.specification;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MergePatchTest {

    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
            {"a":"b"}         | {"a":"c"}                  | {"a":"c"}
            {"a":"b"}         | {"b":"c"}                  | {"a":"b","b":"c"}
            {"a":"b"}         | {"a":null}                 | {}
            {"a":"b","b":"c"} | {"a":null}                 | {"b":"c"}
            {"a":["b"]}       | {"a":"c"}                  | {"a":"c"}
            {"a":"c"}         | {"a":["b"]}                | {"a":["b"]}
            {"a":{"b":"c"}}   | {"a":{"b":"d","c":null}}   | {"a":{"b":"d"}}
            {"a":[{"b":"c"}]} | {"a":[1]}                  | {"a":[1]}
            ["a","b"]         | ["c","d"]                  | ["c","d"]
            {"a":"b"}         | ["c"]                      | ["c"]
            {"a":"foo"}       | null                       | null
            {"a":"foo"}       | "bar"                      | "bar"
            {"e":null}        | {"a":1}                    | {"e":null,"a":1}
            [1,2]             | {"a":"b","c":null}         | {"a":"b"}
            {}                | {"a":{"bb":{"ccc":null}}}  | {"a":{"bb":{}}}
            """)
    void theExamplesOfTheStandardHold(String target, String patch, String result) {
        assertThat(MergePatch.apply(JSON.readTree(target), JSON.readTree(patch)))
                .isEqualTo(JSON.readTree(result));
    }

    @Test
    void neitherTargetNorPatchIsChanged() {
        JsonNode target = JSON.readTree("{\"a\":{\"b\":1}}");
        JsonNode patch = JSON.readTree("{\"a\":{\"b\":null,\"c\":{\"d\":2}}}");

        MergePatch.apply(target, patch);

        assertThat(target).isEqualTo(JSON.readTree("{\"a\":{\"b\":1}}"));
        assertThat(patch).isEqualTo(JSON.readTree("{\"a\":{\"b\":null,\"c\":{\"d\":2}}}"));
    }
}
