/**
 * Rules about the packages of a module, for the tests of this module and of the services. Each rule is proved once by
 * the classes in {@code violation}, which break it.
 */
@NullMarked
package dev.turnstile.service.rules;

import org.jspecify.annotations.NullMarked;
