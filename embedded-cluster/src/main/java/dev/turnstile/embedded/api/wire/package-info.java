/**
 * Decides how objects travel: from the bytes of a request to a tree, and from stored objects to the version and the
 * form (whole, metadata, table) that the client accepts. The packages that read, write and serve apply it.
 */
@NullMarked
package dev.turnstile.embedded.api.wire;

import org.jspecify.annotations.NullMarked;
