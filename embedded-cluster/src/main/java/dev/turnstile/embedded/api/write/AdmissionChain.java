package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.admission.Admission;
import dev.turnstile.embedded.admission.AdmissionDeniedException;
import dev.turnstile.embedded.admission.AdmissionRequest;
import dev.turnstile.embedded.admission.AdmissionRequest.Operation;
import dev.turnstile.embedded.admission.AdmissionResult;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.api.ResourceStrategy;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.GroupVersionKind;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Everything that may change or refuse a write beside the kind's own validation: Kubernetes' plug-ins, webhooks,
 * policies.
 */
public final class AdmissionChain {
    private final Admission admission;
    private final NamespaceLifecycle namespaces;
    private final Supplier<ClusterClient> client;

    public AdmissionChain(Admission admission, NamespaceLifecycle namespaces, Supplier<ClusterClient> client) {
        this.admission = admission;
        this.namespaces = namespaces;
        this.client = client;
    }

    /** One write's passage through the chain. */
    record Write(
            RequestContext context,
            ResourceType type,
            Operation operation,
            String namespace,
            String name,
            String subresource,
            GroupVersionKind kind) {
        Write(
                RequestContext context,
                ResourceType type,
                Operation operation,
                String namespace,
                String name,
                String subresource) {
            this(
                    context,
                    type,
                    operation,
                    namespace,
                    name,
                    subresource,
                    new GroupVersionKind(type.group(), type.version(), type.kind()));
        }
    }

    ObjectNode mutate(Write write, ObjectNode object, @Nullable ObjectNode old) {
        namespaces.check(write);
        write.type().strategy().admit(admitted(write, object, old));
        AdmissionResult result = ask(write, object, old, true);
        return result.object() == null ? object : result.object();
    }

    void validate(Write write, @Nullable ObjectNode object, @Nullable ObjectNode old) {
        if (object != null) {
            write.type().strategy().verify(admitted(write, object, old));
        }
        ask(write, object, old, false);
    }

    private ResourceStrategy.Admitted admitted(Write write, ObjectNode object, @Nullable ObjectNode old) {
        return new ResourceStrategy.Admitted(
                write.type(),
                object,
                Optional.ofNullable(old),
                write.subresource(),
                write.namespace(),
                write.context().user().username(),
                write.context().dryRun(),
                client.get());
    }

    /** A delete has nothing to mutate, but mutating webhooks are asked as well. */
    void delete(Write write, ObjectNode old) {
        namespaces.check(write);
        ask(write, null, old, true);
        ask(write, null, old, false);
    }

    private AdmissionResult ask(Write write, @Nullable ObjectNode object, @Nullable ObjectNode old, boolean mutate) {
        GroupVersionResource resource = write.type().resource();
        String namespace =
                write.type().plural().equals("namespaces") && resource.group().isEmpty()
                        ? write.name()
                        : write.namespace();
        AdmissionRequest request = new AdmissionRequest(
                write.operation(),
                write.kind(),
                new dev.turnstile.embedded.admission.GroupVersionResource(
                        resource.group(), resource.version(), resource.resource()),
                write.subresource(),
                write.name(),
                namespace,
                write.context().user(),
                object,
                old,
                options(write),
                write.context().dryRun());
        try {
            AdmissionResult result = mutate ? admission.mutate(request) : admission.validate(request);
            result.warnings().forEach(write.context()::warn);
            return result;
        } catch (AdmissionDeniedException e) {
            e.warnings().forEach(write.context()::warn);
            throw new ApiException(e.code(), e.status());
        }
    }

    private static ObjectNode options(Write write) {
        String kind = switch (write.operation()) {
            case CREATE -> "CreateOptions";
            case UPDATE -> "UpdateOptions";
            case DELETE -> "DeleteOptions";
            case CONNECT -> "ConnectOptions";
        };
        ObjectNode options = Json.object().put("apiVersion", "meta.k8s.io/v1").put("kind", kind);
        if (write.context().dryRun()) {
            options.putArray("dryRun").add("All");
        }
        if (write.operation() != Operation.DELETE
                && !write.context().fieldManager().isEmpty()) {
            options.put("fieldManager", write.context().fieldManager());
        }
        return options;
    }
}
