/**
 * The kinds that are served without a CustomResourceDefinition: decides their names, defaults, validation and columns,
 * from Kubernetes' own rules; {@code api.write} and {@code api.wire} apply them to every request.
 */
@NullMarked
package dev.turnstile.embedded.builtin;

import org.jspecify.annotations.NullMarked;
