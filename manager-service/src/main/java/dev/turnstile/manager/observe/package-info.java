/**
 * What operators see of the manager: health, endpoints, metrics. Reads what was decided and takes no part in deciding.
 */
@NullMarked
package dev.turnstile.manager.observe;

import org.jspecify.annotations.NullMarked;
