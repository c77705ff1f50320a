package dev.turnstile.cel;

import dev.cel.common.types.CelType;
import dev.cel.common.types.OpaqueType;

/** Evaluates the variable {@code authorizer} of an expression for one user. */
public interface CelAuthorizer {

    CelType TYPE = OpaqueType.create("kubernetes.authorization.Authorizer");

    /** The type of {@code authorizer.requestResource}. */
    CelType RESOURCE_CHECK_TYPE = OpaqueType.create("kubernetes.authorization.ResourceCheck");

    boolean may(String verb, ResourceCheck check);

    boolean mayReach(String path, String verb);

    CelAuthorizer forServiceAccount(String namespace, String name);

    /** An access to a resource, without the verb. */
    record ResourceCheck(
            CelAuthorizer authorizer,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name) {

        ResourceCheck withSubresource(String stated) {
            return new ResourceCheck(authorizer, group, resource, stated, namespace, name);
        }

        ResourceCheck withNamespace(String stated) {
            return new ResourceCheck(authorizer, group, resource, subresource, stated, name);
        }

        ResourceCheck withName(String stated) {
            return new ResourceCheck(authorizer, group, resource, subresource, namespace, stated);
        }
    }
}
