package dev.turnstile.proof.world;

import dev.turnstile.proof.api.Weather;
import java.time.Duration;

/** Something that happens to a world: what a user does, or a fault. Printed, it is Java that makes it again. */
public sealed interface Act {
    /** Something that nobody wants to happen. */
    sealed interface Fault extends Act {}

    /** A user creates a Job. */
    record CreateJob(String cluster, String name, String queue, String priority, int pods, int cpu, int seconds)
            implements Act {}

    /** A user creates a Workload behind which there is no job, and deletes it after that time. */
    record CreateWorkload(String cluster, String name, String queue, String priority, int cpu, Duration time)
            implements Act {}

    /** A user deletes a Job. */
    record DeleteJob(String cluster, String name) implements Act {}

    /** A user gives a Job another priority. */
    record SetPriority(String cluster, String job, String priority) implements Act {}

    /** A user deactivates the Workload of a Job, or activates it. */
    record SetActive(String cluster, String job, boolean active) implements Act {}

    /** A user changes a ClusterQueue's stop policy: None, Hold or HoldAndDrain. */
    record StopClusterQueue(String cluster, String queue, String policy) implements Act {}

    /** A user changes a LocalQueue's stop policy. */
    record StopLocalQueue(String cluster, String queue, String policy) implements Act {}

    /** A user changes a quota. */
    record SetQuota(String cluster, String queue, int cpu) implements Act {}

    /** A user moves a ClusterQueue to another cohort; an empty name takes it out. */
    record SetCohort(String cluster, String queue, String cohort) implements Act {}

    /** A user deletes a flavor, and makes it again after that time. */
    record FlavorGone(String cluster, String flavor, Duration time) implements Act {}

    /** Somebody deletes the Workload of a Job. */
    record DeleteWorkload(String cluster, String job) implements Act {}

    /** A user says how long a Job is to be kept after it has finished. */
    record SetTtl(String cluster, String job, int seconds) implements Act {}

    /** Somebody gives a WorkloadPriorityClass another value. */
    record SetPriorityValue(String cluster, String priority, int value) implements Act {}

    /** The manager gets other credentials for a worker cluster. */
    record ReplaceCredentials(String worker) implements Act {}

    /** The manager's MultiKueueConfig does not name a worker cluster for that time. */
    record Unconfigured(String worker, Duration time) implements Act {}

    /** A MultiKueueCluster is deleted, and made again after that time. */
    record ClusterGone(String worker, Duration time) implements Act {}

    /** A process is started again with a feature gate switched. */
    record SwitchGate(String process, String gate, boolean on) implements Act {}

    /** From now on pods of that cluster take up to that long to stop. */
    record SlowStops(String cluster, Duration longest) implements Fault {}

    /** For that time the way of a process to a cluster is like that. */
    record Storm(String process, String cluster, Weather weather, Duration time) implements Fault {}

    /** For that time nothing gets through between a process and a cluster. */
    record Cut(String process, String cluster, Duration time) implements Fault {}

    /** For that time nobody listens where a process expects a cluster. */
    record Refuse(String process, String cluster, Duration time) implements Fault {}

    /** Watches that are open say nothing for that time. */
    record Silence(String process, String cluster, Duration time) implements Fault {}

    /** All watches break. */
    record BreakStreams(String process, String cluster) implements Fault {}

    /** A server forgets its history: a reader that is behind gets 410. */
    record Compact(String cluster) implements Fault {}

    /** Lists come in small pages. */
    record Pages(String process, String cluster, int size) implements Fault {}

    /** A process dies. */
    record Crash(String process) implements Fault {}

    /** A process dies at the n-th write from now on, before or after it is carried out. */
    record CrashAtWrite(String process, String cluster, int n, boolean after) implements Fault {}

    /** A clock jumps: that of a process, or of a cluster. */
    record ClockJump(String machine, Duration by) implements Fault {}

    /** For that time no request of a process to a cluster can be sent: its credentials cannot be read. */
    record NoCredentials(String process, String cluster, Duration time) implements Fault {}

    /** A process stands still for that time, while clocks and everybody else go on. */
    record Freeze(String process, Duration time) implements Fault {}

    /** What others wait for: when it happens in a worker cluster for the n-th time from now, something goes wrong. */
    enum Moment {
        QUOTA_RESERVED,
        GATE_OPENED,
        REPLICA_EVICTED,
        REMOTE_JOB_STARTED,
        REMOTE_JOB_ENDED
    }

    /** What goes wrong then, for some time. */
    enum Mishap {
        /** The manager does not get through to that cluster. */
        CUT,
        /** The manager's watches of that cluster say nothing. */
        SILENCE,
        /** The manager does not get through, and somebody deletes the replica. */
        CUT_AND_REPLICA_DELETED,
        /** The manager does not get through, and somebody has the remote job stopped and started again. */
        CUT_AND_RESTARTED,
        /** Who wrote that gets no answer, and its watch of Workloads is late. */
        UNANSWERED,
        /** Who wrote that gets its answer late, as its watch is, and somebody stops the LocalQueue. */
        ANSWERED_LATE_AND_QUEUE_STOPPED
    }

    /** A mishap at just that moment. */
    record AtMoment(Moment moment, int n, Mishap mishap, Duration time) implements Fault {}

    /** A cluster is restored from a backup made that long before. */
    record Restore(String cluster, Duration age) implements Fault {}
}
