/**
 * Where a service's settings come from, and what happens when they change. Decides from the command line, the file and
 * the environment which {@link dev.turnstile.model.config.Configuration} holds; everybody else asks
 * {@link dev.turnstile.model.config.ReloadableConfiguration}.
 */
@NullMarked
package dev.turnstile.service.config;

import org.jspecify.annotations.NullMarked;
