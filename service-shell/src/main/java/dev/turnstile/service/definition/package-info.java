/**
 * Which of the custom resources that a service needs its cluster serves. Decides nothing: health and the log say it,
 * and which command helps.
 */
@NullMarked
package dev.turnstile.service.definition;

import org.jspecify.annotations.NullMarked;
