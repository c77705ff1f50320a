package dev.turnstile.service.informer;

import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.Pair;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Call;
import okhttp3.Response;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests by path through the official client, with its credentials, answered as trees. */
final class ApiRequests {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final ApiClient client;

    ApiRequests(ApiClient client) {
        this.client = client;
    }

    /** An object or a list. */
    JsonNode get(String path, List<Pair> parameters, String accept) throws IOException, RefusedException {
        try (var response = call(path, parameters, accept).execute()) {
            return accepted(response, path);
        }
    }

    /** A call that is not yet made. */
    Call call(String path, List<Pair> parameters, String accept) throws IOException {
        try {
            return client.buildCall(
                    null,
                    path,
                    "GET",
                    new ArrayList<>(parameters),
                    new ArrayList<>(),
                    null,
                    // The client adds credentials to these.
                    new HashMap<>(Map.of("Accept", accept)),
                    new HashMap<>(),
                    new HashMap<>(),
                    new String[] {"BearerToken"},
                    null);
        } catch (ApiException e) {
            throw new IOException("no request to " + path + " can be made", e);
        }
    }

    static JsonNode accepted(Response response, String path) throws IOException, RefusedException {
        var text = response.body().string();
        if (!response.isSuccessful()) {
            throw new RefusedException(response.code(), path, text);
        }
        return parse(text);
    }

    static JsonNode parse(String text) throws IOException {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            throw new IOException("the answer is not JSON", e);
        }
    }
}
