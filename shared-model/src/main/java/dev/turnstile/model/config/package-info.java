/**
 * What an administrator can set, in the names of upstream Kueue's configuration file
 * ({@code config.kueue.x-k8s.io/v1beta2}). Decides from a file, a ConfigMap or properties which settings hold, which
 * are known but not in effect, and which are refused, all at once; the services' shells apply it.
 *
 * <p>A setting is a component of one of the records here: its name, type, default, limits and meaning are written there
 * and nowhere else.
 */
@NullMarked
package dev.turnstile.model.config;

import org.jspecify.annotations.NullMarked;
