package dev.turnstile.embedded.rules.violation.api;

import java.net.http.HttpClient;

/** Opens connections by a client of its own. */
public final class SecondHttpClient {
    private SecondHttpClient() {}

    public static HttpClient open() {
        return HttpClient.newHttpClient();
    }
}
