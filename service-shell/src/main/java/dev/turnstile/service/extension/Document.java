package dev.turnstile.service.extension;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A document that does not change while the service runs.
 *
 * @param hash of the text, by which clients see that it is the one that they have
 */
public record Document(String contentType, String text, String hash) {

    /** A document of that text. */
    public static Document of(String contentType, String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return new Document(
                    contentType, text, HexFormat.of().withUpperCase().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
