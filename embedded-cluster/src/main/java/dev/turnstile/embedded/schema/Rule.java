package dev.turnstile.embedded.schema;

import dev.turnstile.embedded.schema.cel.CelExpression;
import org.jspecify.annotations.Nullable;

/**
 * One compiled rule of {@code x-kubernetes-validations}.
 *
 * @param usesOldSelf whether it judges a transition: then it is asked only where there is an old value
 * @param optionalOldSelf whether it is asked without an old value nevertheless
 * @param message what to say when it fails: the stated message, or which rule failed
 * @param words the stated message, or the rule: what an evaluation error is reported about
 * @param field the part of the value to blame, relative to it; empty for the value itself
 */
record Rule(
        CelExpression expression,
        boolean usesOldSelf,
        boolean optionalOldSelf,
        @Nullable CelExpression messageExpression,
        String message,
        String words,
        FieldError.ErrorType kind,
        String field) {}
