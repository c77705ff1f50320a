/**
 * Who may ask the management server. Decides from a bearer token and the cluster's own answer (TokenReview, then
 * SubjectAccessReview for the path); {@link dev.turnstile.service.access.TokenAccess} applies it to each request.
 */
@NullMarked
package dev.turnstile.service.access;

import org.jspecify.annotations.NullMarked;
