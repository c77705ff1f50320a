/**
 * Keeps what the API holds in memory, and says what changes.
 *
 * <p>One {@link dev.turnstile.service.informer.Reflector} per kind lists in pages, watches with bookmarks, resumes
 * where a watch ended and lists again where the API no longer knows the place. What it reads goes through a
 * {@link dev.turnstile.service.informer.Store}, which takes over only what is newer than what it has and tells its
 * listeners in that order. {@link dev.turnstile.service.informer.ControlLoop} turns keys into work.
 *
 * <p>The official client's types end here and in {@code apply}: it gives us a configured, authenticated HTTP client.
 * Its own informers and queues are not used, since they lose updates and drop keys.
 */
@NullMarked
package dev.turnstile.service.informer;

import org.jspecify.annotations.NullMarked;
