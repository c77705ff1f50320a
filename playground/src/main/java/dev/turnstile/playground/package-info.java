/** One process with a manager and three worker clusters: what {@code ./mvnw spring-boot:run} starts. */
@NullMarked
package dev.turnstile.playground;

import org.jspecify.annotations.NullMarked;
