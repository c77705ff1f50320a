package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.Admission;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a decision sees of a job and its Workload. Every kind of job is described in these terms, and only an
 * {@link Integration} knows how it is written.
 *
 * @param workload the job's own Workload, or a prebuilt one that it names and nobody owns; else null
 * @param ending how the job ended, or null while it has not
 * @param placement where the pods of an admitted Workload go; empty where it is not admitted
 */
record JobView(
        JobMetadata metadata,
        @Nullable Workload workload,
        Run run,
        Template template,
        Pods pods,
        Integration.@Nullable Ending ending,
        Optional<Placements.Found> placement) {

    /** What the job's status says about its start. The API takes another template only where it says nothing. */
    enum StartTime {
        /** It says nothing. */
        NONE,
        /** It was started, and its own controller has not stopped it yet. */
        SET,
        /** It was started, its own controller has stopped it, and the start time may go. */
        REMOVABLE
    }

    /**
     * Whether it runs.
     *
     * @param suspended whether it requests that no pods run
     * @param active whether pods of it run or are about to
     */
    record Run(boolean suspended, boolean active, StartTime startTime) {}

    /**
     * What it requests.
     *
     * @param podSets the pods that it requests, as its user wrote them
     * @param priorityClass the pods' priority class, or the empty string
     * @param placed whether an admission's placement is in it
     * @param matches whether it is what its Workload was made for
     */
    record Template(List<PodSet> podSets, String priorityClass, boolean placed, boolean matches) {}

    /**
     * How far its pods are.
     *
     * @param ready whether all of them are ready or done
     * @param reclaimable those that are done and will not be replaced
     */
    record Pods(boolean ready, List<ReclaimablePod> reclaimable) {}

    /**
     * What an integration reads from a job.
     *
     * @param named the Workload of the job's name, whosoever it is, or null
     */
    static JobView of(Integration integration, ObjectNode job, @Nullable Workload named, Placements placements) {
        JobMetadata metadata = JobMetadata.of(job);
        Workload workload = named == null || !belongs(metadata, named) ? null : named;
        boolean suspended = integration.suspended(job);
        List<PodSet> wanted = integration.podSets(job);
        List<PodSet> made = workload == null ? wanted : workload.spec().podSets();
        boolean placed = integration.restore(job, made) != null;
        return new JobView(
                metadata,
                workload,
                new Run(suspended, integration.active(job), startTime(integration, job)),
                new Template(
                        wanted,
                        integration.podPriorityClass(job),
                        placed,
                        workload == null || matches(integration, job, workload, suspended && !placed)),
                new Pods(integration.podsReady(job), integration.reclaimable(job)),
                integration.ending(job),
                workload == null || !WorkloadFacts.admitted(workload)
                        ? Optional.empty()
                        : Optional.of(placements.of(workload)));
    }

    /** Another job of the same name may have left its Workload behind: that one is not ours. */
    private static boolean belongs(JobMetadata job, Workload workload) {
        boolean free = PrebuiltWorkloads.name(job) != null && PrebuiltWorkloads.free(workload);
        return free || job.uid().equals(WorkloadFacts.jobUid(workload));
    }

    private static StartTime startTime(Integration integration, ObjectNode job) {
        if (integration.forgetStart(job) == null) {
            return StartTime.NONE;
        }
        return integration.settled(job) ? StartTime.REMOVABLE : StartTime.SET;
    }

    /**
     * A job in which a placement is left is compared as one that runs, also while it is suspended: one that was stopped
     * because it no longer matches must not be started again.
     */
    private static boolean matches(Integration integration, ObjectNode job, Workload workload, boolean waits) {
        List<PodSet> podSets = workload.spec().podSets();
        if (waits) {
            return integration.matches(job, podSets, null);
        }
        Admission admission = workload.status().admission();
        return admission == null
                || !WorkloadFacts.admitted(workload)
                || integration.matches(
                        job,
                        podSets,
                        admission.podSetAssignments().stream()
                                .map(podSet -> Objects.requireNonNullElse(podSet.count(), 0))
                                .toList());
    }
}
