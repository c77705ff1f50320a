package dev.turnstile.embedded.patch;

import java.util.List;

/** Which fields can be owned through a subresource. */
final class OwnedFields {

    /** Set by the server or by the path of the request: no manager owns them. */
    private static final List<String> NOBODYS_METADATA = List.of(
            "name",
            "namespace",
            "creationTimestamp",
            "selfLink",
            "uid",
            "clusterName",
            "generation",
            "managedFields",
            "resourceVersion");

    private OwnedFields() {}

    static void restrict(FieldSet set, Writer writer) {
        set.removeField("apiVersion");
        set.removeField("kind");
        FieldSet metadata = set.child("f:metadata");
        if (metadata != null) {
            NOBODYS_METADATA.forEach(metadata::removeField);
            FieldSet parts = new FieldSet();
            metadata.forEach((step, child) -> parts.enter(step).addAll(child));
            set.removeField("metadata");
            if (!parts.isEmpty()) {
                set.enter("f:metadata").addAll(parts);
            }
        }
        if (writer.subresource().equals("status")) {
            set.retainField("status");
        } else if (writer.statusSeparate()) {
            set.removeField("status");
        }
    }
}
