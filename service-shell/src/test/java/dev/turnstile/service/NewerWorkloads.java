package dev.turnstile.service;

import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The Workload's CRD as a newer version may have it: the entries of some lists have a field that ours do not know. */
public final class NewerWorkloads {
    /** The field. */
    public static final String FIELD = "newer";

    private static final ApiResource DEFINITION =
            new ApiResource("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false);
    private static final ObjectKey NAME = ObjectKey.of("workloads.kueue.x-k8s.io");
    private static final List<String> LISTS = List.of(
            "/spec/properties/podSets",
            "/spec/properties/preemptionGates",
            "/status/properties/admissionChecks",
            "/status/properties/conditions",
            "/status/properties/preemptionGates");

    private NewerWorkloads() {}

    /** Has that cluster serve it. */
    public static void serve(ApiConnection api) {
        ObjectNode definition = api.get(DEFINITION.path(NAME), Map.of());
        for (JsonNode version : definition.path("spec").path("versions")) {
            for (String list : LISTS) {
                JsonNode entry = version.at("/schema/openAPIV3Schema/properties" + list + "/items/properties");
                ((ObjectNode) entry).putObject(FIELD).put("type", "string");
            }
        }
        definition.remove("status");
        api.replace(DEFINITION, NAME, definition);
        await("the newer CRD is served")
                .atMost(Duration.ofSeconds(60))
                .until(() -> api.get("/openapi/v3/apis/kueue.x-k8s.io/v1beta2", Map.of())
                        .path("components")
                        .path("schemas")
                        .toString()
                        .contains("\"" + FIELD + "\""));
    }
}
