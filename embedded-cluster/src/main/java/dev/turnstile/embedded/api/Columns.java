package dev.turnstile.embedded.api;

import dev.turnstile.embedded.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Makes the columns of a kind's table. */
public final class Columns {
    public static final TableColumn NAME = new TableColumn(
            "Name",
            "string",
            "name",
            "Name must be unique within a namespace.",
            0,
            (object, now) -> StringNode.valueOf(Json.name(object)));
    public static final TableColumn AGE = date(
            "Age",
            "CreationTimestamp is a timestamp representing the server time when this object was created.",
            0,
            object -> Json.text(object, "metadata", "creationTimestamp"));

    /** The creation time, for tables without an age. */
    public static final TableColumn CREATED_AT = new TableColumn(
            "Created At",
            "date",
            "",
            "CreationTimestamp is a timestamp representing the server time when this object was created.",
            0,
            (object, now) -> StringNode.valueOf(Json.text(object, "metadata", "creationTimestamp")));

    private Columns() {}

    public static TableColumn text(String name, String description, int priority, Function<ObjectNode, String> value) {
        return new TableColumn(
                name, "string", "", description, priority, (object, now) -> StringNode.valueOf(value.apply(object)));
    }

    public static TableColumn number(String name, String description, ToLongFunction<ObjectNode> value) {
        return new TableColumn(
                name, "integer", "", description, 0, (object, now) -> LongNode.valueOf(value.applyAsLong(object)));
    }

    /** A column of a number whose type is string, as some of Kubernetes' are. */
    public static TableColumn count(String name, String description, ToLongFunction<ObjectNode> value) {
        return new TableColumn(
                name, "string", "", description, 0, (object, now) -> LongNode.valueOf(value.applyAsLong(object)));
    }

    public static TableColumn date(String name, String description, int priority, Function<ObjectNode, String> time) {
        return new TableColumn(
                name,
                "string",
                "",
                description,
                priority,
                (object, now) -> StringNode.valueOf(age(time.apply(object), now)));
    }

    /** The time since a time stamp, as kubectl prints it; {@code <unknown>} without one. */
    public static String age(String timestamp, Instant now) {
        if (timestamp.isEmpty()) {
            return "<unknown>";
        }
        try {
            return duration(Duration.between(Instant.parse(timestamp), now));
        } catch (DateTimeParseException e) {
            return "<invalid>";
        }
    }

    /** Kubernetes' HumanDuration: two units at most, the smaller only while it matters. */
    public static String duration(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < -1) {
            return "<invalid>";
        }
        if (seconds < 0) {
            return "0s";
        }
        if (seconds < 120) {
            return seconds + "s";
        }
        long minutes = seconds / 60;
        if (minutes < 10) {
            return seconds % 60 == 0 ? minutes + "m" : minutes + "m" + seconds % 60 + "s";
        }
        if (minutes < 180) {
            return minutes + "m";
        }
        long hours = minutes / 60;
        if (hours < 8) {
            return minutes % 60 == 0 ? hours + "h" : hours + "h" + minutes % 60 + "m";
        }
        if (hours < 48) {
            return hours + "h";
        }
        long days = hours / 24;
        if (hours < 192) {
            return hours % 24 == 0 ? days + "d" : days + "d" + hours % 24 + "h";
        }
        if (days < 365 * 2) {
            return days + "d";
        }
        long years = days / 365;
        if (days < 365 * 8) {
            return days % 365 == 0 ? years + "y" : years + "y" + days % 365 + "d";
        }
        return years + "y";
    }
}
