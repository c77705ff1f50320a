package dev.turnstile.model.patch;

import tools.jackson.databind.node.ObjectNode;

/** Makes a merge patch from two states of an object: the one that was read, and the one that it should have. */
public final class Patches {
    private Patches() {}

    /**
     * The merge patch from one JSON tree to another: the fields that differ, those that went as null, lists in full.
     *
     * <p>Example: from {@code {a: 1, b: {c: 2, d: 3}}} to {@code {b: {c: 2, d: 4}}} it is {@code {a: null, b: {d: 4}}}.
     */
    public static ObjectNode between(ObjectNode before, ObjectNode after) {
        return new Difference(null).of(before, after, before);
    }
}
