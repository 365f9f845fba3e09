package dev.dropbehind.run;

import dev.dropbehind.specification.Fields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * The form in which a resource is sent: the one that {@code ?format=} names, as a file to keep, else the one that the
 * client's Accept header likes best.
 *
 * @param type the form
 * @param ending the end of the file's name, or empty where nobody asked for a file
 */
record Download(MediaType type, Optional<String> ending) {

    private static final Map<MediaType, String> ENDINGS = Map.of(
            MediaType.APPLICATION_JSON,
            "json",
            MediaChoice.NDJSON,
            "ndjson",
            MediaChoice.CSV,
            "csv",
            MediaChoice.TEXT,
            "txt");

    /**
     * Reads the parameter {@code format}: the ending of one of the offers.
     *
     * @param fields the query; a form that is not offered is a fault
     * @param accepted the client's Accept header, which counts where the query names no form
     * @param offers what there is
     * @throws org.springframework.web.server.NotAcceptableStatusException if the header takes none of it
     */
    static Download of(Fields fields, List<MediaType> accepted, List<MediaType> offers) {
        Map<String, MediaType> words = new HashMap<>();
        offers.forEach(offer -> words.put(ENDINGS.getOrDefault(offer, offer.getSubtype()), offer));
        if (fields.has("format")) {
            MediaType named = fields.word("format", words).orElse(offers.getFirst());
            return new Download(named, Optional.ofNullable(ENDINGS.get(named)));
        }
        return new Download(MediaChoice.of(accepted, offers), Optional.empty());
    }

    /** Returns the head of an answer in this form; a file is called by the name. */
    ResponseEntity.BodyBuilder answer(String name) {
        ResponseEntity.BodyBuilder answer = ResponseEntity.ok().contentType(type);
        ending.map(end -> ContentDisposition.attachment()
                        .filename(name + "." + end)
                        .build())
                .ifPresent(file -> answer.header(HttpHeaders.CONTENT_DISPOSITION, file.toString()));
        return answer;
    }
}
