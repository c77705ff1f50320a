/**
 * Reads from the API server and keeps on reading. Decides nothing: hands what it sees to a listener, in order, and says
 * when it can not see. The only place that turns answers of the API into trees.
 */
@NullMarked
package dev.turnstile.service.informer;

import org.jspecify.annotations.NullMarked;
