package dev.turnstile.worker.write;

import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import java.time.InstantSource;

/**
 * What writing takes, one for each cluster. Safe for any thread.
 *
 * @param objects sends requests while this instance leads
 * @param events sends events about what was written
 * @param clock the time that conditions and decisions carry
 */
public record WriteAccess(ObjectWriter objects, EventRecorder events, InstantSource clock) {}
