package dev.turnstile.embedded.schema;

import dev.turnstile.cel.CelExpression;
import org.jspecify.annotations.Nullable;

/**
 * One compiled rule of {@code x-kubernetes-validations}.
 *
 * @param usesOldSelf whether it is a transition rule: then it is evaluated only if there is an old value
 * @param optionalOldSelf whether it is evaluated without an old value as well
 * @param message the error if it fails: the stated message, or the rule
 * @param words names the rule in evaluation errors: the stated message, or the rule
 * @param field the field that the error names, relative to the value; empty for the value itself
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
