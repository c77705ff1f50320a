package dev.turnstile.worker.webhook;

/** Where the API server finds the webhook server. */
sealed interface Destination {
    /** Inside the cluster: behind a Service. */
    record Service(String namespace, String name) implements Destination {}

    /** Outside: this process itself. */
    record Address(String host, int port) implements Destination {
        /** The address in a URL. */
        String url(String path) {
            return "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + path;
        }
    }
}
