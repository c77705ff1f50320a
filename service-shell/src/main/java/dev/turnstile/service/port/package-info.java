/** What strangers may do to a port: how many connections they may have, and how long they may take. */
@NullMarked
package dev.turnstile.service.port;

import org.jspecify.annotations.NullMarked;
