package dev.turnstile.service.informer;

/** The API server answered, and did not do it. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    private final int code;

    RefusedException(int code, String path, String answer) {
        super("%d for %s: %s".formatted(code, path, answer.length() > LONGEST ? answer.substring(0, LONGEST) : answer));
        this.code = code;
    }

    int code() {
        return code;
    }
}
