package dev.turnstile.deploy;

import dev.turnstile.model.meta.ResourceKind;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** An API server, as far as the examples of the rules need one. */
interface RuleServer {
    /** A refusal's field and message; none in an acceptance. */
    record Cause(String field, String message) {}

    /** What creating the object would be answered; nothing is stored. */
    List<Cause> tryToCreate(ResourceKind<?, ?> kind, ObjectNode object);

    /**
     * What a merge patch of an object would be answered, if the object existed.
     *
     * @param object the object, with its status
     */
    List<Cause> tryToPatch(ResourceKind<?, ?> kind, ObjectNode object, Subresource subresource, ObjectNode patch);

    /** Plays an example: it must be accepted and refused as it says. */
    static void play(RuleServer server, RuleExample example) {
        List<Cause> accepted = answer(server, example, example.accepted());
        if (!accepted.isEmpty()) {
            throw new AssertionError("the accepting example was refused: " + accepted);
        }
        List<Cause> refused = answer(server, example, example.refused());
        if (refused.stream()
                .noneMatch(cause ->
                        cause.field().equals(example.field()) && cause.message().contains(example.message()))) {
            throw new AssertionError("the refusing example was not refused with \"" + example.message() + "\" of "
                    + example.field() + ", but: " + refused);
        }
        if (refused.size() > 1) {
            throw new AssertionError("the refusing example breaks more than its rule: " + refused);
        }
    }

    private static List<Cause> answer(RuleServer server, RuleExample example, ObjectNode patch) {
        ObjectNode object = Merged.of(example.base(), example.given());
        return example.write()
                .map(part -> server.tryToPatch(example.kind(), object, part, patch))
                .orElseGet(() -> server.tryToCreate(example.kind(), Merged.of(object, patch)));
    }
}
