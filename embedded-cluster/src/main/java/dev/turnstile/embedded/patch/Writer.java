package dev.turnstile.embedded.patch;

import java.time.Instant;

/**
 * Who writes what through which door, for the bookkeeping of owned fields.
 *
 * @param manager the {@code fieldManager} parameter, or what stands before the first slash of the user agent
 * @param apiVersion the version of the object that is written
 * @param subresource {@code status}, {@code scale}, …; empty for the object itself
 * @param statusSeparate whether the kind has a status subresource: then a write of the object does not own status
 *     fields, and a write of the status owns nothing else
 */
public record Writer(String manager, String apiVersion, String subresource, boolean statusSeparate, Instant now) {}
