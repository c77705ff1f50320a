package dev.turnstile.manager.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;

/** Where measurements go, and spans of calls to worker clusters. */
public record Telemetry(MeterRegistry metrics, ObservationRegistry spans) {}
