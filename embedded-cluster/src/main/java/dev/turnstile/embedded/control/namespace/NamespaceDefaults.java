package dev.turnstile.embedded.control.namespace;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.Selectors;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.control.loop.ControlLoop;
import dev.turnstile.embedded.control.loop.Mirror;
import dev.turnstile.embedded.control.loop.Resources;
import dev.turnstile.embedded.control.loop.Watches;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.InstantSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Creates the service account {@code default} and the config map with the API's certificate authority in every
 * namespace, and creates them again when they are deleted.
 */
public final class NamespaceDefaults implements AutoCloseable {
    private static final String ACCOUNT = "default";
    private static final String CERTIFICATES = "kube-root-ca.crt";

    private final ClusterClient accounts;
    private final ClusterClient certificates;
    private final String certificateAuthority;
    private final Mirror namespaces = Mirror.ungrouped();
    private final ControlLoop loop;
    private final Watches watches;

    public NamespaceDefaults(ClusterClient cluster, InstantSource clock, String certificateAuthority) {
        this.accounts =
                cluster.as("system:serviceaccount:kube-system:service-account-controller", "kube-controller-manager");
        this.certificates =
                cluster.as("system:serviceaccount:kube-system:root-ca-cert-publisher", "kube-controller-manager");
        this.certificateAuthority = certificateAuthority;
        this.loop = new ControlLoop("namespace-furniture", clock, this::furnish);
        this.watches = new Watches(accounts, loop);
    }

    public void start() {
        loop.start();
        watches.on(Resources.NAMESPACES, Selectors.EVERYTHING, this::namespaceChanged);
        watches.on(Resources.SERVICE_ACCOUNTS, Selectors.fields("metadata.name=" + ACCOUNT), this::contentChanged);
        watches.on(Resources.CONFIG_MAPS, Selectors.fields("metadata.name=" + CERTIFICATES), this::contentChanged);
    }

    @Override
    public void close() {
        watches.close();
        loop.close();
    }

    private void namespaceChanged(WatchEvent event) {
        namespaces.observe(event);
        if (event.type() == WatchEvent.Type.ADDED) {
            loop.enqueue(new ApiObject(event.object()).name());
        }
    }

    private void contentChanged(WatchEvent event) {
        var object = new ApiObject(event.object());
        var isFine = event.type() == WatchEvent.Type.ADDED
                || (event.type() == WatchEvent.Type.MODIFIED && !object.name().equals(CERTIFICATES));
        if (!isFine) {
            loop.enqueue(object.namespace());
        }
    }

    private void furnish(String namespace) {
        var known = namespaces.get(namespace);
        if (known.isEmpty() || known.get().isBeingDeleted()) {
            return;
        }
        try {
            put(accounts, Resources.SERVICE_ACCOUNTS, account(namespace));
            put(certificates, Resources.CONFIG_MAPS, certificates(namespace));
        } catch (ApiException e) {
            var namespaceIsGoing = e.code() == 404 || e.code() == 403;
            if (!namespaceIsGoing) {
                throw e;
            }
        }
    }

    private static void put(ClusterClient client, GroupVersionResource resource, ObjectNode wanted) {
        var object = new ApiObject(wanted);
        var stored = client.get(resource, object.namespace(), object.name());
        if (stored.isEmpty()) {
            createUnlessThere(client, resource, wanted);
        } else if (wanted.has("data")
                && !wanted.path("data").equals(stored.get().path("data"))) {
            stored.get().set("data", wanted.path("data"));
            client.update(resource, stored.get());
        }
    }

    private static void createUnlessThere(ClusterClient client, GroupVersionResource resource, ObjectNode wanted) {
        try {
            client.create(resource, wanted);
        } catch (ApiException e) {
            if (e.code() != 409) {
                throw e;
            }
        }
    }

    private static ObjectNode account(String namespace) {
        var account = Json.object();
        account.put("apiVersion", "v1").put("kind", "ServiceAccount");
        account.putObject("metadata").put("name", ACCOUNT).put("namespace", namespace);
        return account;
    }

    private ObjectNode certificates(String namespace) {
        var map = Json.object();
        map.put("apiVersion", "v1").put("kind", "ConfigMap");
        map.putObject("metadata")
                .put("name", CERTIFICATES)
                .put("namespace", namespace)
                .putObject("annotations")
                .put(
                        "kubernetes.io/description",
                        "Contains a CA bundle that can be used to verify the kube-apiserver when using internal"
                                + " endpoints such as the internal service IP or kubernetes.default.svc. No other"
                                + " usage is guaranteed across distributions of Kubernetes clusters.");
        map.putObject("data").put("ca.crt", certificateAuthority);
        return map;
    }
}
