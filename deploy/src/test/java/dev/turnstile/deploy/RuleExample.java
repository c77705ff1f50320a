package dev.turnstile.deploy;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.ResourceKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An accepting and a refusing example of one CEL rule, from {@code crd-rules}.
 *
 * @param at where in the schema the rule stands
 * @param message what it says
 * @param field the field that the refusal names
 * @param base an object of the kind that is accepted
 * @param write the part that is patched; none: the rule is about objects as they are created
 * @param given what the object has before it is patched
 * @param accepted a merge patch that is accepted
 * @param refused a merge patch that is refused
 */
record RuleExample(
        ResourceKind<?, ?> kind,
        String at,
        String message,
        String field,
        ObjectNode base,
        Optional<Subresource> write,
        ObjectNode given,
        ObjectNode accepted,
        ObjectNode refused) {

    static List<RuleExample> of(ResourceKind<?, ?> kind) {
        JsonNode file = read("crd-rules/" + kind.plural() + ".yaml");
        List<RuleExample> examples = new ArrayList<>();
        for (JsonNode rule : file.path("rules")) {
            examples.add(new RuleExample(
                    kind,
                    rule.path("at").asString(),
                    rule.path("message").asString(),
                    rule.path("field").asString(),
                    (ObjectNode) file.path("base"),
                    Optional.ofNullable(rule.get("write"))
                            .map(part -> part.asString().equals("status") ? Subresource.STATUS : Subresource.OBJECT),
                    rule.path("given") instanceof ObjectNode given ? given : JsonNodeFactory.instance.objectNode(),
                    (ObjectNode) rule.path("accepted"),
                    (ObjectNode) rule.path("refused")));
        }
        return examples;
    }

    /** The examples of all kinds. */
    static Stream<RuleExample> all() {
        return KueueKinds.ALL.stream().flatMap(kind -> of(kind).stream());
    }

    private static JsonNode read(String resource) {
        ClassLoader loader = Objects.requireNonNull(RuleExample.class.getClassLoader());
        try (InputStream file =
                Objects.requireNonNull(loader.getResourceAsStream(resource), () -> "no resource " + resource)) {
            return Definition.YAML.readTree(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What tells the rule apart from the others of its kind. */
    String rule() {
        return at + ": " + message;
    }

    @Override
    public String toString() {
        return kind.kind() + " " + rule();
    }
}
