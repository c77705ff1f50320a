package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.UngatingDecision;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers of a group beside what the API holds. After a restart it is empty, and nothing worse than
 * a longer wait comes of that.
 */
public final class GroupMemory {
    private static final int SIGHTINGS = 256;

    private record Read(JobReading reading, JobRead job) {}

    private record Offered(List<String> clusters, Instant at) {}

    private final Map<String, Instant> firstSeen = new ConcurrentHashMap<>();
    private final AtomicReference<GateWork> gates;
    private final Map<String, Read> reads = new ConcurrentHashMap<>();
    private volatile @Nullable Offered offered;
    private volatile @Nullable UngatingDecision last;
    private volatile String placement = "";

    GroupMemory(Instant now) {
        gates = new AtomicReference<>(GateWork.begins(now));
    }

    /** Since when it is offered to these clusters, as far as we saw. */
    Optional<Instant> nominatedAt(List<String> clusters, Instant now) {
        if (clusters.isEmpty()) {
            offered = null;
            return Optional.empty();
        }
        Offered known = offered;
        if (known == null || !known.clusters().equals(clusters)) {
            known = new Offered(List.copyOf(clusters), now);
            offered = known;
        }
        return Optional.of(known.at());
    }

    Instant firstSeen(String what, Instant writtenAt, Instant now) {
        if (firstSeen.size() > SIGHTINGS) {
            firstSeen.clear();
        }
        return firstSeen.computeIfAbsent(what + " " + writtenAt, unseen -> now);
    }

    /** What this process knows of its own writes to gates. */
    public GateWork gates() {
        return Objects.requireNonNull(gates.get());
    }

    /** Takes over what became of a write, or that some begin. */
    public void gates(UnaryOperator<GateWork> change) {
        gates.updateAndGet(change);
    }

    /** The last read of the remote job in that cluster. */
    Optional<JobReading> reading(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::reading);
    }

    /** What was read then; nothing where nothing was. */
    Optional<JobRead> jobRead(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::job);
    }

    void read(String cluster, String cause, JobRead job) {
        reads.put(cluster, new Read(new JobReading(cause, job.state()), job));
    }

    /** The last decision about its gates, or null. */
    public @Nullable UngatingDecision last() {
        return last;
    }

    /** Remembers a decision; whether its situation is another one than that of the one before. */
    public boolean decided(UngatingDecision decision) {
        UngatingDecision before = last;
        last = decision;
        return before == null
                || !before.trail().situation().equals(decision.trail().situation());
    }

    /** Where it stands, in words. */
    public String placement() {
        return placement;
    }

    void placed(String words) {
        placement = words;
    }
}
