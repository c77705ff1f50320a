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
import dev.turnstile.embedded.api.request.RequestContext;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.quota.ResourceQuotas;
import dev.turnstile.embedded.schema.GroupVersionKind;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Runs everything that may change or refuse a write beside the kind's own validation: Kubernetes' plug-ins, webhooks,
 * policies, and in the end quotas.
 */
public final class AdmissionChain {
    private final Admission admission;
    private final NamespaceLifecycle namespaces;
    private final ResourceQuotas quotas;
    private final Supplier<ClusterClient> client;

    public AdmissionChain(
            Admission admission, NamespaceLifecycle namespaces, ResourceQuotas quotas, Supplier<ClusterClient> client) {
        this.admission = admission;
        this.namespaces = namespaces;
        this.quotas = quotas;
        this.client = client;
    }

    /** One write on its way through the chain. */
    record Write(Target target, Operation operation) {
        GroupVersionKind kind() {
            return new GroupVersionKind(
                    target.type().group(),
                    target.type().version(),
                    target.type().kind());
        }
    }

    ObjectNode mutate(Write write, ObjectNode object, @Nullable ObjectNode old) {
        namespaces.check(write);
        write.target().type().strategy().admit(admitted(write, object, old));
        AdmissionResult result = mutate(request(write, object, old), write);
        return result.object() == null ? object : result.object();
    }

    void validate(Write write, @Nullable ObjectNode object, @Nullable ObjectNode old) {
        if (object != null) {
            write.target().type().strategy().verify(admitted(write, object, old));
        }
        validate(request(write, object, old), write);
        if (object != null) {
            quotas.charge(admitted(write, object, old));
        }
    }

    private ResourceStrategy.AdmittedWrite admitted(Write write, ObjectNode object, @Nullable ObjectNode old) {
        return new ResourceStrategy.AdmittedWrite(
                write.target().type(),
                object,
                Optional.ofNullable(old),
                write.target().subresource(),
                write.target().namespace(),
                write.target().context().user().username(),
                write.target().context().dryRun(),
                client.get());
    }

    /** A delete has nothing to mutate, but mutating webhooks are called as well. */
    void delete(Write write, ObjectNode old) {
        namespaces.check(write);
        AdmissionRequest request = request(write, null, old);
        mutate(request, write);
        validate(request, write);
    }

    private static AdmissionRequest request(Write write, @Nullable ObjectNode object, @Nullable ObjectNode old) {
        GroupVersionResource resource = write.target().type().resource();
        String namespace = write.target().type().plural().equals("namespaces")
                        && resource.group().isEmpty()
                ? write.target().name()
                : write.target().namespace();
        return new AdmissionRequest(
                write.operation(),
                write.kind(),
                resource,
                write.target().subresource(),
                write.target().name(),
                namespace,
                write.target().context().user(),
                object,
                old,
                options(write),
                write.target().context().dryRun());
    }

    private interface Review {
        AdmissionResult of(AdmissionRequest request) throws AdmissionDeniedException;
    }

    private AdmissionResult mutate(AdmissionRequest request, Write write) {
        return reviewed(request, write, admission::mutate);
    }

    private void validate(AdmissionRequest request, Write write) {
        reviewed(request, write, admission::validate);
    }

    private static AdmissionResult reviewed(AdmissionRequest request, Write write, Review review) {
        RequestContext context = write.target().context();
        try {
            AdmissionResult result = review.of(request);
            result.warnings().forEach(context::warn);
            return result;
        } catch (AdmissionDeniedException e) {
            e.warnings().forEach(context::warn);
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
        if (write.target().context().dryRun()) {
            options.putArray("dryRun").add("All");
        }
        if (write.operation() != Operation.DELETE
                && !write.target().context().fieldManager().isEmpty()) {
            options.put("fieldManager", write.target().context().fieldManager());
        }
        return options;
    }
}
