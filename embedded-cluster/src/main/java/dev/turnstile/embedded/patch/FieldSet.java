package dev.turnstile.embedded.patch;

import dev.turnstile.embedded.json.Json;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A set of fields, as a tree: each node is a field or item, and states whether it is in the set itself.
 *
 * <p>Steps are named as in FieldsV1: {@code f:spec} a field, {@code k:{"name":"a"}} an item by its keys, {@code v:"a"}
 * an item by its value. Example: {@code {"f:spec":{"f:replicas":{}}}} contains one field;
 * {@code {"f:labels":{".":{},"f:app":{}}}} contains two, the labels as such and one of them.
 */
final class FieldSet {

    private static final String ITSELF = ".";

    private final TreeMap<String, FieldSet> children = new TreeMap<>();
    private boolean member;

    static FieldSet parse(JsonNode fields) {
        FieldSet set = new FieldSet();
        fields.forEachEntry((step, below) -> {
            if (step.equals(ITSELF)) {
                set.member = true;
            } else {
                FieldSet child = parse(below);
                child.member |= below.isEmpty();
                set.children.put(step, child);
            }
        });
        return set;
    }

    ObjectNode toJson() {
        ObjectNode fields = JsonNodeFactory.instance.objectNode();
        if (member && !children.isEmpty()) {
            fields.putObject(ITSELF);
        }
        children.forEach((step, child) -> fields.set(step, child.toJson()));
        return fields;
    }

    boolean isEmpty() {
        return !member && children.isEmpty();
    }

    boolean isMember() {
        return member;
    }

    @Nullable
    FieldSet child(String step) {
        return children.get(step);
    }

    /** The node of a step, created if it is missing; {@link #compact} drops nodes that stay empty. */
    FieldSet enter(String step) {
        return children.computeIfAbsent(step, name -> new FieldSet());
    }

    void insert() {
        member = true;
    }

    FieldSet compact() {
        children.values().removeIf(child -> child.compact().isEmpty());
        return this;
    }

    FieldSet copy() {
        FieldSet copy = new FieldSet();
        copy.member = member;
        children.forEach((step, child) -> copy.children.put(step, child.copy()));
        return copy;
    }

    FieldSet union(FieldSet other) {
        FieldSet union = copy();
        union.addAll(other);
        return union;
    }

    void addAll(FieldSet other) {
        member |= other.member;
        other.children.forEach((step, child) -> {
            FieldSet mine = children.get(step);
            if (mine == null) {
                children.put(step, child.copy());
            } else {
                mine.addAll(child);
            }
        });
    }

    FieldSet difference(FieldSet other) {
        FieldSet rest = new FieldSet();
        rest.member = member && !other.member;
        children.forEach((step, child) -> {
            FieldSet theirs = other.children.get(step);
            FieldSet kept = theirs == null ? child.copy() : child.difference(theirs);
            if (!kept.isEmpty()) {
                rest.children.put(step, kept);
            }
        });
        return rest;
    }

    FieldSet intersection(FieldSet other) {
        FieldSet both = new FieldSet();
        both.member = member && other.member;
        children.forEach((step, child) -> {
            FieldSet theirs = other.children.get(step);
            FieldSet common = theirs == null ? null : child.intersection(theirs);
            if (common != null && !common.isEmpty()) {
                both.children.put(step, common);
            }
        });
        return both;
    }

    /** Removes a top-level field and everything in it. */
    void removeField(String name) {
        children.remove("f:" + name);
    }

    /** Removes all top-level fields but one. */
    void retainField(String name) {
        children.keySet().retainAll(Set.of("f:" + name));
    }

    void forEach(BiConsumer<String, FieldSet> action) {
        children.forEach(action);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldSet set && member == set.member && children.equals(set.children);
    }

    @Override
    public int hashCode() {
        return children.hashCode() * 31 + Boolean.hashCode(member);
    }

    @Override
    public String toString() {
        return Json.write(toJson());
    }
}
