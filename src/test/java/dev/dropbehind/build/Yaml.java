package dev.dropbehind.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** YAML texts as trees. */
final class Yaml {

    private static final YAMLMapper MAPPER = new YAMLMapper();

    private Yaml() {}

    /** The one document of a file. */
    static JsonNode file(String path) throws IOException {
        return MAPPER.readTree(Files.readString(Path.of(path)));
    }

    /** The one document of a text. */
    static JsonNode text(String text) {
        return MAPPER.readTree(text);
    }

    /** All documents of a text, empty ones left out. */
    static List<JsonNode> documents(String text) throws IOException {
        try (MappingIterator<JsonNode> documents =
                MAPPER.readerFor(JsonNode.class).readValues(text)) {
            return documents.readAll().stream().filter(JsonNode::isObject).toList();
        }
    }
}
