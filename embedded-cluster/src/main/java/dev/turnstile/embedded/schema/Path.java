package dev.turnstile.embedded.schema;

import org.jspecify.annotations.Nullable;

/**
 * A position in an object. Printed only when an error refers to it, so that walking a valid object costs one small
 * allocation per level and no text.
 */
public final class Path {

    public static final Path ROOT = new Path(null, "", -1, false);

    private final @Nullable Path parent;
    private final String name;
    private final int index;
    private final boolean key;

    private Path(@Nullable Path parent, String name, int index, boolean key) {
        this.parent = parent;
        this.name = name;
        this.index = index;
        this.key = key;
    }

    public Path field(String field) {
        return new Path(this, field, -1, false);
    }

    public Path item(int position) {
        return new Path(this, "", position, false);
    }

    /** An entry of a map, printed in brackets: {@code labels[app]}. */
    public Path entry(String entryKey) {
        return new Path(this, entryKey, -1, true);
    }

    /** As in {@code spec.containers[0].resources.limits[cpu]}; the object itself prints as {@code <nil>}, as in Go. */
    @Override
    public String toString() {
        if (parent == null) {
            return "<nil>";
        }
        StringBuilder text = new StringBuilder();
        print(text);
        return text.toString();
    }

    private void print(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.print(text);
        if (index >= 0) {
            text.append('[').append(index).append(']');
        } else if (key) {
            text.append('[').append(name).append(']');
        } else {
            if (!text.isEmpty()) {
                text.append('.');
            }
            text.append(name);
        }
    }
}
