package dev.turnstile.worker.webhook;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;

/** What becomes of an object that somebody wants stored. */
sealed interface Verdict {
    /** It may be stored as it is. */
    record Allowed() implements Verdict {}

    /** It may be stored after these changes, in JSON Patch. */
    record Patched(ArrayNode patch) implements Verdict {}

    /** It may not be stored. */
    record Refused(List<FieldRefusal> refusals) implements Verdict {}

    static Verdict of(List<FieldRefusal> refusals) {
        return refusals.isEmpty() ? new Allowed() : new Refused(refusals);
    }
}
