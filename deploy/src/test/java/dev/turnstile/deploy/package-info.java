/** What is applied to a cluster, tried: the definitions of our kinds against the records, and against an API server. */
@NullMarked
package dev.turnstile.deploy;

import org.jspecify.annotations.NullMarked;
