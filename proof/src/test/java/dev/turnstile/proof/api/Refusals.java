package dev.turnstile.proof.api;

import dev.turnstile.service.informer.ApiStatusException;
import java.time.Duration;

/** Answers that are not what was asked for. */
final class Refusals {
    private Refusals() {}

    static ApiStatusException of(int code, String reason, String message) {
        return new ApiStatusException("a request", code, reason, message, Duration.ZERO);
    }

    static ApiStatusException notFound(Object what) {
        return of(404, "NotFound", what + " not found");
    }

    static ApiStatusException conflict(Object what) {
        return of(409, "Conflict", "the object has been modified: " + what);
    }

    static ApiStatusException invalid(String message) {
        return of(422, "Invalid", message);
    }

    static ApiStatusException expired() {
        return of(410, "Expired", "too old resource version");
    }
}
