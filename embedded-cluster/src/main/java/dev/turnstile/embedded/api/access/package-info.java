/**
 * Decides who sent a request and whether they may send it, from bearer tokens, impersonation headers and the stored
 * RBAC objects; {@code api.http} applies the decision before any handler runs.
 */
@NullMarked
package dev.turnstile.embedded.api.access;

import org.jspecify.annotations.NullMarked;
