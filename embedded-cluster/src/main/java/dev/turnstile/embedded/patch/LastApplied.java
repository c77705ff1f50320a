package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.schema.Schema;
import dev.turnstile.embedded.schema.StrictJson;
import dev.turnstile.embedded.schema.StrictJson.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The annotation in which kubectl keeps what it applied by itself. Whoever goes on with {@code kubectl apply
 * --server-side} meets no conflicts over what he applied so before, and the annotation says from then on what he
 * applies now. Only for kubectl's own name: others have nothing to go on with.
 */
final class LastApplied {
    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";
    private static final String KUBECTL = "kubectl";

    private LastApplied() {}

    /** The fields of an object that are as the writer's kubectl applied them last. */
    static FieldSet fields(Schema schema, ObjectNode live, Writer writer) {
        String text = Json.text(live, "metadata", "annotations", ANNOTATION);
        if (!writer.manager().equals(KUBECTL) || text.isEmpty()) {
            return new FieldSet();
        }
        JsonNode last;
        try {
            last = StrictJson.parse(text.getBytes(StandardCharsets.UTF_8)).value();
        } catch (MalformedJsonException e) {
            return new FieldSet(); // somebody wrote something else there: nothing is known to have been applied
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
