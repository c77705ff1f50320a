package dev.turnstile.worker.job;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.cache.Stores;
import dev.turnstile.worker.workload.LifecycleRules;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a kind of job finds in the worker that runs it.
 *
 * @param stores what every worker reads
 * @param rules what the configuration says about the lives of Workloads
 * @param labelKeysToCopy labels that a Workload takes over when it is made
 * @param managed which jobs are ours to hold
 * @param held which jobs wait behind a scheduling gate; asked before a Workload is made
 * @param lookAtWorkload has the Workload of that name looked at
 * @param measuresPods has pods measured, as far as they are a kind of job
 * @param threads what it runs on
 * @param loops makes loops that rest while this instance must not write
 */
public record JobEnvironment(
        Configuration configuration,
        Stores stores,
        ObjectWriter writer,
        EventRecorder events,
        InstantSource clock,
        LifecycleRules rules,
        Supplier<List<String>> labelKeysToCopy,
        ManagedJobs managed,
        HeldJobs held,
        Consumer<ObjectKey> lookAtWorkload,
        Consumer<Store<ObjectNode>> measuresPods,
        Threads threads,
        Loops loops) {

    /** Makes loops. */
    public interface Loops {
        /** A loop with that many threads. */
        ControlLoop<ObjectKey> loop(String name, int workers, Reconciler<ObjectKey> reconciler);
    }
}
