/**
 * Reading API objects as they travel: a view over the JSON tree with the names that Kubernetes gives to its parts, and
 * label selectors over it. Decides nothing; the built-in kinds' rules and the controllers use it.
 */
@NullMarked
package dev.turnstile.embedded.object;

import org.jspecify.annotations.NullMarked;
