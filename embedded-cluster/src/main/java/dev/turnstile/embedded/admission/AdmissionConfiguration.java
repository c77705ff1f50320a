package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * What admission reads from the cluster. Each list must be the same instance while nothing in it changed: what is
 * compiled from it is cached for that long.
 */
public interface AdmissionConfiguration {

    List<ObjectNode> mutatingWebhookConfigurations();

    List<ObjectNode> validatingWebhookConfigurations();

    List<ObjectNode> validatingAdmissionPolicies();

    List<ObjectNode> validatingAdmissionPolicyBindings();

    Optional<ObjectNode> namespace(String name);

    /** The schema of a kind, for the types of a policy's {@code params}; empty for a kind that is not served. */
    Optional<Schema> schema(GroupVersionKind kind);

    /** Objects of a kind that policies take parameters from; of all namespaces if {@code namespace} is empty. */
    List<ObjectNode> objects(GroupVersionKind kind, String namespace);

    /** What a policy's {@code authorizer} returns for the user. */
    boolean isAuthorized(UserInfo user, AccessAttributes attributes);
}
