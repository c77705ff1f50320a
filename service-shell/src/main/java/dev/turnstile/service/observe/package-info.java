/**
 * What operators see of a service: health, info, metrics, ports, logs. Subscribes to what others decided; decides
 * nothing itself.
 */
@NullMarked
package dev.turnstile.service.observe;

import org.jspecify.annotations.NullMarked;
