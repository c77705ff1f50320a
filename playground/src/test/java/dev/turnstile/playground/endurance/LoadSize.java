package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** How much of upstream's load is created. */
enum LoadSize {
    /** 3,000 Workloads in six queues: upstream's baseline with one of its five cohorts. */
    FIFTH("baseline", 5),
    /** 15,000 Workloads in thirty queues. */
    BASELINE("baseline", 20),
    /** 50,000 Workloads in a thousand queues. */
    LARGE("large-scale", 90);

    private final String name;
    private final Duration longest;

    LoadSize(String name, int minutes) {
        this.name = name;
        this.longest = Duration.ofMinutes(minutes);
    }

    static LoadSize of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** How long it may take at most. */
    Duration longest() {
        return longest;
    }

    /** Writes what upstream's runner creates into that folder. */
    Path generator(Path peer, Path folder) throws IOException {
        String whole =
                Files.readString(peer.resolve("source/test/performance/scheduler/configs/" + name + "/generator.yaml"));
        return Files.writeString(folder.resolve("generator.yaml"), this == FIFTH ? oneCohort(whole) : whole);
    }

    private static String oneCohort(String baseline) {
        String part = baseline.replace("- className: cohort\n    count: 5", "- className: cohort\n    count: 1");
        if (part.equals(baseline)) {
            throw new IllegalStateException("upstream's baseline has another shape now: " + baseline);
        }
        return part;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
