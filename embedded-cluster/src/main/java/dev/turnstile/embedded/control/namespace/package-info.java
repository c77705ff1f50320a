/**
 * The life of namespaces: {@link dev.turnstile.embedded.control.namespace.NamespaceController} empties those that are
 * being deleted, {@link dev.turnstile.embedded.control.namespace.NamespaceDefaults} sees to it that each has what
 * Kubernetes puts into it, and that the system's own namespaces are there.
 */
@NullMarked
package dev.turnstile.embedded.control.namespace;

import org.jspecify.annotations.NullMarked;
