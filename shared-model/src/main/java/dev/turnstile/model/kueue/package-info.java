/**
 * The kinds of {@code kueue.x-k8s.io/v1beta2} as records, one to one with the wire.
 *
 * <p>Decides nothing; says what can be said. A record's components are the fields of its schema in {@code deploy/crds},
 * and a test holds the two together: name, type, list type, enum values, defaults, and whether a field may be missing
 * ({@code @Nullable}: it may; lists and maps are empty instead; a field with a default has it). Values of an enum that
 * we do not know read as missing.
 *
 * <p>Pod templates stay open: {@link dev.turnstile.model.kueue.PodSet#template()} is the JSON tree as it came. The
 * typed model of the official client refuses fields that it does not know, and a Workload must neither be unreadable
 * nor lose a field because its cluster is newer than we are.
 *
 * <p>Nobody writes a record back as a whole over an object that others write to as well:
 * {@code dev.turnstile.model.patch} makes a write from two states of one.
 */
@NullMarked
package dev.turnstile.model.kueue;

import org.jspecify.annotations.NullMarked;
