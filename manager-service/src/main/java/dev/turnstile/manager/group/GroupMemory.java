package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.JobReading;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.UngatingDecision;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What this process remembers of a group beside what the API holds: a value, of which {@link GroupMemories} keeps the
 * newest. After a restart it is empty, and nothing worse than a longer wait comes of that.
 *
 * @param sightings when this process first saw what others wrote
 * @param gates what it knows of its own writes to gates
 * @param reads the last direct read of the remote job, by cluster
 * @param ungating the last decision about its gates
 * @param placement the last decision about its placement, in words; empty where none was made
 */
public record GroupMemory(
        Sightings sightings,
        GateWork gates,
        Map<String, Read> reads,
        Optional<UngatingDecision> ungating,
        String placement) {

    /** A direct read of the remote job: what decisions need of it, and what is copied from it. */
    public record Read(JobReading reading, JobRead job) {}

    public GroupMemory {
        reads = Map.copyOf(reads);
    }

    /** That of a group which is seen for the first time. */
    public static GroupMemory begins(Instant now) {
        return new GroupMemory(Sightings.NONE, GateWork.begins(now), Map.of(), Optional.empty(), "");
    }

    /** The last read of the remote job in that cluster. */
    public Optional<JobReading> reading(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::reading);
    }

    /** What was read then. */
    public Optional<JobRead> jobRead(String cluster) {
        return Optional.ofNullable(reads.get(cluster)).map(Read::job);
    }

    GroupMemory seen(Sightings seen) {
        return new GroupMemory(seen, gates, reads, ungating, placement);
    }

    GroupMemory gates(GateWork work) {
        return new GroupMemory(sightings, work, reads, ungating, placement);
    }

    GroupMemory read(String cluster, String cause, JobRead job) {
        Map<String, Read> all = new HashMap<>(reads);
        all.put(cluster, new Read(new JobReading(cause, job.state()), job));
        return new GroupMemory(sightings, gates, all, ungating, placement);
    }

    GroupMemory decided(UngatingDecision decision) {
        return new GroupMemory(sightings, gates, reads, Optional.of(decision), placement);
    }

    GroupMemory placed(String words) {
        return new GroupMemory(sightings, gates, reads, ungating, words);
    }
}
