package dev.turnstile.embedded.api.write;

import dev.turnstile.embedded.admission.AdmissionConfiguration;
import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.access.Authorizer;
import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.api.wire.Conversion;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.store.ObjectKey;
import dev.turnstile.embedded.store.Shelf;
import dev.turnstile.embedded.store.Store;
import dev.turnstile.embedded.store.StoredObject;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Reads webhooks and policies from the store; parsed once per change. */
public final class StoredAdmissionConfiguration implements AdmissionConfiguration {
    private static final String GROUP = ".admissionregistration.k8s.io";

    private final Store store;
    private final TypeRegistry registry;
    private final Authorizer authorizer;
    private final Parsed mutating;
    private final Parsed validating;
    private final Parsed policies;
    private final Parsed bindings;

    public StoredAdmissionConfiguration(Store store, TypeRegistry registry, Authorizer authorizer) {
        this.store = store;
        this.registry = registry;
        this.authorizer = authorizer;
        mutating = new Parsed(store.shelf("mutatingwebhookconfigurations" + GROUP));
        validating = new Parsed(store.shelf("validatingwebhookconfigurations" + GROUP));
        policies = new Parsed(store.shelf("validatingadmissionpolicies" + GROUP));
        bindings = new Parsed(store.shelf("validatingadmissionpolicybindings" + GROUP));
    }

    /** All objects of a shelf; the same list until one changes. */
    private static final class Parsed {
        private final Shelf shelf;
        private volatile Revision last = new Revision(-1, List.of());

        private record Revision(long number, List<ObjectNode> objects) {}

        Parsed(Shelf shelf) {
            this.shelf = shelf;
        }

        List<ObjectNode> objects() {
            Revision known = last;
            long revision = shelf.revision();
            if (known.number() != revision) {
                known = new Revision(
                        revision,
                        shelf.objects().stream().map(StoredObject::tree).toList());
                last = known;
            }
            return known.objects();
        }
    }

    @Override
    public List<ObjectNode> mutatingWebhookConfigurations() {
        return mutating.objects();
    }

    @Override
    public List<ObjectNode> validatingWebhookConfigurations() {
        return validating.objects();
    }

    @Override
    public List<ObjectNode> validatingAdmissionPolicies() {
        return policies.objects();
    }

    @Override
    public List<ObjectNode> validatingAdmissionPolicyBindings() {
        return bindings.objects();
    }

    @Override
    public Optional<ObjectNode> namespace(String name) {
        return Optional.ofNullable(store.shelf("namespaces").get(new ObjectKey("", name)))
                .map(StoredObject::tree);
    }

    @Override
    public Optional<Schema> schema(GroupVersionKind kind) {
        return type(kind).flatMap(type -> Optional.ofNullable(type.schema()));
    }

    @Override
    public List<ObjectNode> objects(GroupVersionKind kind, String namespace) {
        return type(kind)
                .map(type -> {
                    Shelf shelf = store.shelf(type.storage().toString());
                    return (namespace.isEmpty() ? shelf.objects() : shelf.objects(namespace))
                            .stream()
                                    .map(object -> Conversion.served(type, object))
                                    .toList();
                })
                .orElse(List.of());
    }

    private Optional<ResourceType> type(GroupVersionKind kind) {
        return registry.findKind(kind.group(), kind.version(), kind.kind());
    }

    @Override
    public boolean isAuthorized(UserInfo user, AccessAttributes attributes) {
        return authorizer.authorize(user, attributes).allowed();
    }
}
