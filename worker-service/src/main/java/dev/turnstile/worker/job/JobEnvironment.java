package dev.turnstile.worker.job;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.workload.LifecycleRules;
import dev.turnstile.worker.write.WriteAccess;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a kind of job finds in the worker that runs it.
 *
 * @param stores what every worker reads
 * @param access what it writes with
 * @param managed which jobs are ours to hold
 * @param held which jobs wait behind a scheduling gate
 */
public record JobEnvironment(
        Settings settings,
        Stores stores,
        WriteAccess access,
        ManagedJobs managed,
        HeldJobs held,
        Feedback feedback,
        Execution execution) {

    /**
     * What its administrator says.
     *
     * @param configuration as it was at the start
     * @param rules what the configuration says about the lives of Workloads
     * @param labelKeysToCopy labels that a Workload takes over when it is made
     */
    public record Settings(Configuration configuration, LifecycleRules rules, Supplier<List<String>> labelKeysToCopy) {}

    /**
     * What a kind of job reports to the rest of the worker.
     *
     * @param lookAtWorkload has the Workload of that name reconciled
     * @param measuresPods has pods measured, as far as they are a kind of job
     */
    public record Feedback(Consumer<ObjectKey> lookAtWorkload, Consumer<Store<ObjectNode>> measuresPods) {}

    /**
     * What it runs on.
     *
     * @param loops makes loops that rest while this instance must not write
     */
    public record Execution(Threads threads, Loops loops) {}

    /** The configuration as it was at the start. */
    public Configuration configuration() {
        return settings.configuration();
    }

    /** Makes loops that rest while this instance must not write. */
    public Loops loops() {
        return execution.loops();
    }

    /** What makes the Workloads of jobs of that kind. */
    public WorkloadMaker maker(ApiResource kind) {
        return new WorkloadMaker(
                kind, stores, access, WorkloadNames.longest(configuration()), settings.labelKeysToCopy());
    }

    /** The rules about jobs that hold now. */
    JobRules jobRules() {
        return new JobRules(
                configuration().features().enabled(Feature.SCHEDULING_GATED_BY),
                settings.rules().keepDeactivated());
    }

    /** Makes loops. */
    public interface Loops {
        /** A loop with that many threads. */
        ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler);
    }
}
