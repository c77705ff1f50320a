/**
 * The kinds that are served without a CustomResourceDefinition: decides their names, defaults, validation and columns,
 * from Kubernetes' own rules; {@code dev.turnstile.embedded.api} applies them to every request.
 */
@NullMarked
package dev.turnstile.embedded.builtin;

import org.jspecify.annotations.NullMarked;
