/**
 * What all kinds of the API have in common: names of the group, labels, annotations and finalizers, and how an object
 * is read and written.
 *
 * <p>Decides what every well-known name is called (this is their only home) and how JSON becomes a record: unknown
 * fields are passed over, absent lists and maps are empty, absent fields with a default in the schema have it. One
 * Jackson mapping serves everybody; the official client's Gson is led to it by
 * {@link dev.turnstile.model.meta.JacksonAdapter}.
 */
@NullMarked
package dev.turnstile.model.meta;

import org.jspecify.annotations.NullMarked;
