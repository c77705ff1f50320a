package dev.turnstile.embedded.api;

/**
 * One access to be authorized: to a resource or, if {@code path} is not empty, to a path that is no resource. The check
 * of each request, access reviews and policies' {@code authorizer} describe accesses by it.
 */
public record AccessAttributes(
        String verb, String group, String resource, String subresource, String namespace, String name, String path) {
    public static AccessAttributes ofPath(String verb, String path) {
        return new AccessAttributes(verb, "", "", "", "", "", path);
    }

    public AccessAttributes named(String newName) {
        return new AccessAttributes(verb, group, resource, subresource, namespace, newName, path);
    }

    /** The resource as RBAC rules name it: {@code pods/status}. */
    public String resourceName() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }
}
