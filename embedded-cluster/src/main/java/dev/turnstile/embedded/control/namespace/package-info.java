/**
 * The start and end of namespaces: {@link dev.turnstile.embedded.control.namespace.NamespaceController} empties those
 * that are being deleted, {@link dev.turnstile.embedded.control.namespace.NamespaceDefaults} creates in each what
 * Kubernetes creates, and {@link dev.turnstile.embedded.control.namespace.SystemObjects} the system's own.
 */
@NullMarked
package dev.turnstile.embedded.control.namespace;

import org.jspecify.annotations.NullMarked;
