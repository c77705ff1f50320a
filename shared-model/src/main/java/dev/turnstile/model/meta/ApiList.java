package dev.turnstile.model.meta;

import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.openapi.models.V1ListMeta;
import java.util.List;

/** A list of objects of one of our kinds. */
public interface ApiList<T extends ApiObject> extends KubernetesListObject {
    /** Group and version. */
    String apiVersion();

    /** The kind of the list. */
    String kind();

    /** Version of the list, and where to go on reading. */
    V1ListMeta metadata();

    /** The objects. */
    List<T> items();

    @Override
    default String getApiVersion() {
        return apiVersion();
    }

    @Override
    default String getKind() {
        return kind();
    }

    @Override
    default V1ListMeta getMetadata() {
        return metadata();
    }

    @Override
    default List<T> getItems() {
        return items();
    }
}
