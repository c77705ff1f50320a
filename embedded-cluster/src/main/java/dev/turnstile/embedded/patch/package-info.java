/**
 * Decides what an object looks like after a patch (JSON, merge, strategic merge, server-side apply), and which manager
 * owns which field afterwards. Decided from the object, the patch and the kind's schema; applied by {@code api.write}.
 */
@NullMarked
package dev.turnstile.embedded.patch;

import org.jspecify.annotations.NullMarked;
