package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.configMap;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static dev.turnstile.embedded.contract.WebhookServer.denied;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The webhook configurations of one test, which are in force when a method that registers them returns. */
final class WebhookConfigurations {
    static final String CONFIG_MAPS =
            "rules: [{apiGroups: [''], apiVersions: [v1], operations: ['*']," + " resources: [configmaps]}]";
    private final TestCluster cluster;
    private final Objects objects;
    private final WebhookServer server;
    private final List<String> configurations = new ArrayList<>();

    WebhookConfigurations(TestCluster cluster, Objects objects, WebhookServer server) {
        this.cluster = cluster;
        this.objects = objects;
        this.server = server;
    }

    void remove() {
        configurations.forEach(path -> cluster.api().delete(path, null));
    }

    /** The YAML of one webhook that this test's server answers under {@code /name}. */
    String webhook(String name, String more) {
        var given = more.contains("sideEffects") ? "" : "sideEffects: None, ";
        return """
            - {name: %s.example.com, clientConfig: %s, admissionReviewVersions: [v1], %s%s,
               namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %s}}}
            """.formatted(name, server.clientConfig("/" + name), given, more, objects.namespace());
    }

    void mutating(String... webhooks) {
        configure("MutatingWebhookConfiguration", webhooks);
    }

    void validating(String... webhooks) {
        configure("ValidatingWebhookConfiguration", webhooks);
    }

    /** Waits until the API calls them: one more webhook of the same configuration refuses a map of its own. */
    private void configure(String kind, String... webhooks) {
        server.answers("/canary", _ -> denied(403, "tweet"));
        var name = kind.substring(0, 1) + "-" + objects.namespace();
        var canary = webhook("canary", CONFIG_MAPS + ", objectSelector: {matchLabels: {canary: sings}}");
        var resource = kind.startsWith("M") ? "mutatingwebhookconfigurations" : "validatingwebhookconfigurations";
        cluster.api().post(objects.path(resource), yaml("""
            apiVersion: admissionregistration.k8s.io/v1
            kind: %s
            metadata: {name: %s}
            webhooks:
            %s\
            """.formatted(
                        kind, name.toLowerCase(Locale.ROOT), canary + String.join("", webhooks))));
        configurations.add(objects.path(resource, name.toLowerCase(Locale.ROOT)));
        Waiting.until("the webhooks to be called", () -> {
            try {
                var bird = yaml(configMap("canary", "labels: {canary: sings}", "x: z"));
                cluster.api().post(objects.path("configmaps") + "?dryRun=All", bird);
                return false;
            } catch (ApiException e) {
                return e.getMessage() != null && e.getMessage().contains("tweet");
            }
        });
        server.forget();
    }
}
