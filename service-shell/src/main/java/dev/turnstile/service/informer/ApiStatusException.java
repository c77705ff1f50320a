package dev.turnstile.service.informer;

import java.time.Duration;

/** The API answered, and refused. */
public final class ApiStatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String reason;
    private final String words;
    private final Duration retryAfter;

    /** What the API said in answer to a request. */
    public ApiStatusException(String request, int code, String reason, String message, Duration retryAfter) {
        super(request + " was answered with " + code + " " + reason + ": " + message);
        this.code = code;
        this.reason = reason;
        this.words = message;
        this.retryAfter = retryAfter;
    }

    /** The HTTP status. */
    public int code() {
        return code;
    }

    /** The reason in the answer's Status object, such as {@code AlreadyExists}; empty where there was none. */
    public String reason() {
        return reason;
    }

    /** The message of the Status object alone. */
    public String words() {
        return words;
    }

    /** How long the API asks us to stay away; zero where it does not say. */
    public Duration retryAfter() {
        return retryAfter;
    }

    /** The object changed since it was read. */
    public boolean conflict() {
        return code == 409 && !reason.equals("AlreadyExists");
    }

    /** An object of that name is there already. */
    public boolean alreadyExists() {
        return code == 409 && reason.equals("AlreadyExists");
    }

    /** There is no such object, or no such kind. */
    public boolean notFound() {
        return code == 404;
    }

    /** The place in the history is no longer known: list again. */
    public boolean expired() {
        return code == 410;
    }

    /** The object is not taken as it is: by a policy, a webhook, a rule of its kind, or for want of rights. */
    public boolean refusal() {
        return code >= 400 && code < 500 && code != 401 && code != 408 && code != 409 && code != 429;
    }

    /** Nothing is wrong with the request: it may succeed later. */
    public boolean temporary() {
        return code == 429 || code >= 500;
    }
}
