package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A number of like pods.
 *
 * @param name its name within the Workload
 * @param template the pods, a {@code core/v1} PodTemplateSpec. Kept as the JSON tree that it came as, so that nothing
 *     of it is lost or refused, whatever version it is of. Shared: never change it, work on a {@code deepCopy()}
 * @param count how many
 * @param minCount how few will do under partial admission; none: all are needed
 */
public record PodSet(
        String name,
        ObjectNode template,
        Integer count,
        @Nullable Integer minCount) {
    /** The name of a pod set that has none. */
    public static final String DEFAULT_NAME = "main";

    /** Fills in what the JSON left out. */
    public PodSet {
        name = Absent.orElse(name, DEFAULT_NAME);
        template = Absent.orElse(template, JsonNodeFactory.instance.objectNode());
        count = Absent.orElse(count, 1);
    }

    /** The same pods, another number of them. */
    public PodSet withCount(int newCount) {
        return new PodSet(name, template, newCount, minCount);
    }
}
