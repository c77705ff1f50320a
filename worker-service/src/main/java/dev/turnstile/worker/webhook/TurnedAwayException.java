package dev.turnstile.worker.webhook;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A question that is not read to its end; nothing is wrong with what was read of it. */
final class TurnedAwayException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The status of the answer. */
    final int code;

    private TurnedAwayException(int code, String message) {
        super(message);
        this.code = code;
    }

    static TurnedAwayException tooLong(int most) {
        return new TurnedAwayException(
                HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "an AdmissionReview has at most " + most + " bytes");
    }

    static TurnedAwayException tooMuch(long most) {
        return new TurnedAwayException(
                HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                "the object of this AdmissionReview needs more than the " + most / 1_000_000
                        + " MB that one question may have here; make it smaller, or give the service more memory");
    }

    static TurnedAwayException tooSlow(long seconds) {
        return new TurnedAwayException(
                HttpServletResponse.SC_REQUEST_TIMEOUT, "an AdmissionReview has to arrive within " + seconds + " s");
    }

    static TurnedAwayException busy() {
        return new TurnedAwayException(
                HttpServletResponse.SC_SERVICE_UNAVAILABLE, "too many questions at once; try again");
    }
}
