package dev.turnstile.core.dispatch;

import dev.turnstile.vocabulary.Annotation;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the annotation {@code kueue.x-k8s.io/multikueue-last-ungated} of the local workload remembers. It is written
 * before a gate is opened, so that neither a crash nor a cluster that drops out lets an open gate be forgotten.
 *
 * <p>As text: {@code cluster=worker1;at=2026-01-01T12:00:00.5Z;…}. Times are exact here, while the times of gates are
 * cut to seconds.
 */
public sealed interface RememberedUngating {

    String ANNOTATION = Annotation.MULTIKUEUE_LAST_UNGATED.text();

    /** The life of the local workload that it belongs to: the time of its reservation, compared for equality only. */
    Instant life();

    /** When it was written last. */
    Instant at();

    /** The value of the annotation. */
    String text();

    /**
     * One gate was about to be opened.
     *
     * @param replica uid of the replica
     * @param closedSince the {@code lastTransitionTime} of its closed gate then: while it is unchanged, the gate was
     *     not opened
     * @param firstTriedAt when this replica was chosen; retries move {@code at}, never this
     */
    record OneGate(
            Instant life,
            Instant at,
            String cluster,
            String replica,
            Optional<Instant> closedSince,
            Instant firstTriedAt)
            implements RememberedUngating {

        @Override
        public String text() {
            String closed = closedSince.map(time -> ";closedSince=" + time).orElse("");
            return "cluster=" + cluster + ";at=" + at + ";firstTriedAt=" + firstTriedAt + ";replica=" + replica + closed
                    + ";life=" + life;
        }
    }

    /**
     * The feature was off on the manager, and all gates of the workload were opened. They are closed when it is on
     * again.
     */
    record EveryGate(Instant life, Instant at) implements RememberedUngating {

        @Override
        public String text() {
            return "feature=off;at=" + at + ";life=" + life;
        }
    }

    /** Reads the annotation; empty where its text is not ours, which counts as if nothing were remembered. */
    static Optional<RememberedUngating> parse(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String part : text.split(";", -1)) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                fields.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        Optional<Instant> at = time(fields, "at");
        Optional<Instant> life = time(fields, "life");
        if (at.isEmpty() || life.isEmpty()) {
            return Optional.empty();
        }
        if ("off".equals(fields.get("feature"))) {
            return Optional.of(new EveryGate(life.get(), at.get()));
        }
        String cluster = fields.getOrDefault("cluster", "");
        String replica = fields.getOrDefault("replica", "");
        if (cluster.isEmpty() || replica.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new OneGate(
                life.get(),
                at.get(),
                cluster,
                replica,
                time(fields, "closedSince"),
                time(fields, "firstTriedAt").orElse(at.get())));
    }

    private static Optional<Instant> time(Map<String, String> fields, String name) {
        String text = fields.getOrDefault(name, "");
        try {
            return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
        } catch (DateTimeException notATime) {
            return Optional.empty();
        }
    }
}
