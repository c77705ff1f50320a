/**
 * Accessors of API objects in JSON, named after Kubernetes' fields. Decides how a field is read if it is missing or
 * null, how generated names look, and when a condition's transition time changes, from the object alone; built-in
 * kinds, controllers and the API apply it.
 */
@NullMarked
package dev.turnstile.embedded.object;

import org.jspecify.annotations.NullMarked;
