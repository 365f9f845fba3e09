package dev.dropbehind.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.util.MimeTypeUtils;
import org.springframework.web.server.NotAcceptableStatusException;

/** Chooses in which form a resource is sent when it has several. */
final class MediaChoice {

    static final MediaType NDJSON = MediaType.APPLICATION_NDJSON;
    static final MediaType CSV = MediaType.parseMediaType("text/csv;charset=UTF-8");
    static final MediaType TEXT = MediaType.parseMediaType("text/plain;charset=UTF-8");

    private MediaChoice() {}

    /**
     * Returns what the client likes best; the first offer where it does not care.
     *
     * @param accepted the client's Accept header
     * @param offers what there is
     * @throws NotAcceptableStatusException if the client takes none of it
     */
    static MediaType of(List<MediaType> accepted, List<MediaType> offers) {
        if (accepted.isEmpty()) {
            return offers.getFirst();
        }
        List<MediaType> wishes = new ArrayList<>(accepted);
        MimeTypeUtils.sortBySpecificity(wishes);
        return wishes.stream()
                .flatMap(wish -> offers.stream().filter(wish::isCompatibleWith))
                .filter(offer -> !isRefused(offer, accepted))
                .findFirst()
                .orElseThrow(() -> new NotAcceptableStatusException(offers));
    }

    /** Returns whether the wish that names an offer most exactly gives it the quality zero. */
    private static boolean isRefused(MediaType offer, List<MediaType> accepted) {
        return accepted.stream()
                .filter(offer::isCompatibleWith)
                .max(Comparator.comparing((MediaType wish) -> !wish.isWildcardType())
                        .thenComparing(wish -> !wish.isWildcardSubtype()))
                .filter(wish -> wish.getQualityValue() == 0)
                .isPresent();
    }
}
