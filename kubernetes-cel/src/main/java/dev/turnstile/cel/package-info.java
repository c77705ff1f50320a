/**
 * The expression language of Kubernetes: CEL with the functions that Kubernetes adds. Decides what an expression means
 * and whether it compiles, from its text and the types of its variables; applied by schema rules, admission policies
 * and webhook conditions. Does not depend on schemas: callers supply values and types.
 */
@NullMarked
package dev.turnstile.cel;

import org.jspecify.annotations.NullMarked;
