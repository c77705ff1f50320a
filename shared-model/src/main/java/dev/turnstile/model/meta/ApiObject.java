package dev.turnstile.model.meta;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;

/** An object of one of our kinds: it carries its own type and the metadata that all objects have. */
public interface ApiObject extends KubernetesObject {
    /** Group and version. */
    String apiVersion();

    /** The kind's name. */
    String kind();

    /** Name, namespace, labels and so on, in the official client's type, since its interfaces ask for that. */
    V1ObjectMeta metadata();

    @Override
    default String getApiVersion() {
        return apiVersion();
    }

    @Override
    default String getKind() {
        return kind();
    }

    @Override
    default V1ObjectMeta getMetadata() {
        return metadata();
    }
}
