package dev.turnstile.embedded.patch;

import java.time.Instant;

/**
 * Who makes a write, and through which subresource, for managedFields.
 *
 * @param manager the {@code fieldManager} parameter, or the part of the user agent before the first slash
 * @param apiVersion the version of the object that is written
 * @param subresource {@code status}, {@code scale}, …; empty for the object itself
 * @param statusSeparate whether the kind has a status subresource: then a write of the object does not own status
 *     fields, and a write of the status owns nothing else
 */
public record Writer(String manager, String apiVersion, String subresource, boolean statusSeparate, Instant now) {}
