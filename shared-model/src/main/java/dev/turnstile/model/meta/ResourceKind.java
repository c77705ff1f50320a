package dev.turnstile.model.meta;

import io.kubernetes.client.common.KubernetesListObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One kind of the API as a client must name it.
 *
 * @param type the record of one object
 * @param listType the record of a list of them
 * @param kind the kind's name
 * @param plural the name in paths
 * @param namespaced whether objects live in a namespace
 */
public record ResourceKind<T extends ApiObject, L extends KubernetesListObject>(
        Class<T> type, Class<L> listType, String kind, String plural, boolean namespaced) {

    /** The kind in lower case. */
    public String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    /** The name of its CustomResourceDefinition. */
    public String definitionName() {
        return plural + "." + ApiNames.GROUP;
    }

    /** Where its definition lies on the class path of module {@code deploy}. */
    public String definitionFile() {
        return "crds/" + definitionName() + ".yaml";
    }

    /** The path of all objects, or of all in a namespace where the kind has one and it is given. */
    public String path(@Nullable String namespace) {
        return "/apis/" + ApiNames.API_VERSION
                + (namespaced && namespace != null ? "/namespaces/" + namespace : "")
                + "/" + plural;
    }

    /** The path of one object. */
    public String path(@Nullable String namespace, String name) {
        return path(namespace) + "/" + name;
    }
}
