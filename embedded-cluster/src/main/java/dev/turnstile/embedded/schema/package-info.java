/**
 * Decides what an object of one kind may look like: which fields exist, which defaults they take, which values and
 * changes are valid, and how Kubernetes words a refusal. Decided from a custom resource definition or from the
 * published OpenAPI of the built-in kinds; applied by {@code api} to every request.
 */
@NullMarked
package dev.turnstile.embedded.schema;

import org.jspecify.annotations.NullMarked;
