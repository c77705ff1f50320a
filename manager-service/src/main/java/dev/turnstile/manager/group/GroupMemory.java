package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.Refusal;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.UngatingDecision;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What this process remembers of a group beside what the API holds: a value, of which {@link GroupMemories} keeps the
 * newest. After a restart it is empty, and nothing worse than a longer wait comes of that.
 *
 * @param sightings when this process first saw what others wrote
 * @param gates what it knows of its own writes to gates
 * @param reads the last direct read of the remote job, by cluster
 * @param refusals what the API servers of clusters refuse to create
 * @param ungating the last decision about its gates
 * @param placement the last decision about its placement, in words; empty where none was made
 */
public record GroupMemory(
        Sightings sightings,
        GateWork gates,
        Map<String, Read> reads,
        Map<String, Refused> refusals,
        Optional<UngatingDecision> ungating,
        String placement) {

    /** A direct read of the remote job: what decisions need of it, and what is copied from it. */
    public record Read(JobReading reading, JobRead job) {}

    /** A refusal, and the revision of what was refused: another one may be taken. */
    public record Refused(Refusal refusal, String revision) {
        private boolean continuedBy(Refused newest) {
            return revision.equals(newest.revision())
                    && refusal.what() == newest.refusal().what()
                    && newest.refusal().since().isBefore(refusal.avoidedUntil());
        }
    }

    public GroupMemory {
        reads = Map.copyOf(reads);
        refusals = Map.copyOf(refusals);
    }

    /** That of a group which is seen for the first time. */
    public static GroupMemory begins(Instant now) {
        return new GroupMemory(Sightings.NONE, GateWork.begins(now), Map.of(), Map.of(), Optional.empty(), "");
    }

    /** The last read of the remote job in that cluster. */
    public Optional<JobReading> reading(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::reading);
    }

    /** What was read then. */
    public Optional<JobRead> jobRead(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::job);
    }

    /** What that cluster refuses, if it is still about this revision. */
    public Optional<Refusal> refusal(String cluster, Supplier<String> revision) {
        return Optional.ofNullable(refusals.get(cluster))
                .filter(refused -> refused.revision().equals(revision.get()))
                .map(Refused::refusal);
    }

    GroupMemory refused(String cluster, Refused newest) {
        Refused stored = Optional.ofNullable(refusals.get(cluster))
                .filter(before -> before.continuedBy(newest))
                .map(before ->
                        new Refused(before.refusal().again(newest.refusal().words()), newest.revision()))
                .orElse(newest);
        Map<String, Refused> all = new HashMap<>(refusals);
        all.put(cluster, stored);
        return new GroupMemory(sightings, gates, reads, all, ungating, placement);
    }

    GroupMemory accepted(String cluster) {
        Map<String, Refused> all = new HashMap<>(refusals);
        all.remove(cluster);
        return new GroupMemory(sightings, gates, reads, all, ungating, placement);
    }

    GroupMemory seen(Sightings seen) {
        return new GroupMemory(seen, gates, reads, refusals, ungating, placement);
    }

    GroupMemory gates(GateWork work) {
        return new GroupMemory(sightings, work, reads, refusals, ungating, placement);
    }

    GroupMemory read(String cluster, String cause, JobRead job) {
        Map<String, Read> all = new HashMap<>(reads);
        all.put(cluster, new Read(new JobReading(cause, job.state()), job));
        return new GroupMemory(sightings, gates, all, refusals, ungating, placement);
    }

    GroupMemory decided(UngatingDecision decision) {
        return new GroupMemory(sightings, gates, reads, refusals, Optional.of(decision), placement);
    }

    GroupMemory placed(String words) {
        return new GroupMemory(sightings, gates, reads, refusals, ungating, words);
    }
}
