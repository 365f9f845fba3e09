package dev.dropbehind.run;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * What a client sends so that a request that is sent again begins no second run.
 *
 * @param value the client's word, 1 to 200 visible characters of ASCII
 * @param requestHash hash of the request that came with it
 */
record IdempotencyKey(String value, String requestHash) {

    /** The header it comes in. */
    static final String HEADER = "Idempotency-Key";

    private static final Pattern FORM = Pattern.compile("[!-~]{1,200}");

    /** Returns whether a text may be a key. */
    static boolean isKey(String text) {
        return FORM.matcher(text).matches();
    }

    /** Returns the key of a request. */
    static IdempotencyKey of(String value, JsonNode request) {
        return new IdempotencyKey(value, hash(request.toString()));
    }

    private static String hash(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
