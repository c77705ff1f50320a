package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.schema.StrictJson.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The annotation in which {@code kubectl apply} without {@code --server-side} stores what it applied. A user who
 * changes to {@code --server-side} gets no conflicts with what they applied before, and from then on the annotation
 * contains what they apply now. Only for kubectl's own manager name.
 */
final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String KUBECTL = "kubectl";

    private LastApplied() {}

    /** The fields of an object that are as kubectl last applied them. */
    static FieldSet fields(Schema schema, ObjectNode live, Writer writer) {
        String text = Json.text(live, "metadata", "annotations", ANNOTATION);
        if (!writer.manager().equals(KUBECTL) || text.isEmpty()) {
            return new FieldSet();
        }
        JsonNode last;
        try {
            last = StrictJson.parse(text.getBytes(StandardCharsets.UTF_8)).value();
        } catch (MalformedJsonException e) {
            return new FieldSet(); // the annotation is not kubectl's: nothing is known to have been applied
        }
        Comparison since = Comparison.of(schema, last, live);
        return Ownership.statedFields(schema, last)
                .difference(since.added())
                .difference(since.modified())
                .difference(since.removed());
    }

    static void update(ObjectNode written, ObjectNode applied, Writer writer) {
        if (writer.manager().equals(KUBECTL)
                && written.path("metadata").path("annotations") instanceof ObjectNode annotations
                && annotations.has(ANNOTATION)) {
            ObjectNode plain = applied.deepCopy();
            if (plain.path("metadata").path("annotations") instanceof ObjectNode own) {
                own.remove(ANNOTATION);
            }
            annotations.put(ANNOTATION, Json.write(plain) + "\n");
        }
    }
}
