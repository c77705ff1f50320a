package dev.turnstile.model.config;

/**
 * One value that cannot be taken.
 *
 * @param path where it stands
 * @param value what stands there
 * @param allowed what may stand there
 */
public record Problem(String path, String value, String allowed) {

    @Override
    public String toString() {
        return path + ": " + value + ": " + allowed;
    }
}
