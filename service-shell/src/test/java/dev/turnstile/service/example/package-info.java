/** A service with nothing but its shell; in a package of its own, which Spring searches for beans. */
@NullMarked
package dev.turnstile.service.example;

import org.jspecify.annotations.NullMarked;
