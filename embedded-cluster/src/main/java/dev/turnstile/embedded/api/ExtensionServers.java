package dev.turnstile.embedded.api;

/** The extension API servers of a cluster, as its controllers see them. */
public interface ExtensionServers {
    /**
     * Whether one answers.
     *
     * @param reason in one word
     */
    record Availability(boolean available, String reason, String message) {}

    /** Asks the server of an APIService for its resources. */
    Availability availability(String apiService);
}
