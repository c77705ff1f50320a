package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.worker.job.HeldJobs;
import dev.turnstile.worker.job.JobMetadata;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks {@link PodDecision} what to do about a unit, and has it written. What is written brings the next call. */
final class PodReconciler implements Reconciler<ObjectKey> {
    /** How long a missing flavor is waited for before another look. */
    private static final Duration FLAVOR_WAIT = Duration.ofSeconds(1);

    private final Function<ObjectKey, @Nullable PodUnit> units;
    private final PodWorkloads workloads;
    private final PodWriter writer;
    private final Supplier<PodRules> rules;
    private final InstantSource clock;
    private final HeldJobs held;
    /** What was said of units without a Workload: one and the same fact is reported once. */
    private final Map<ObjectKey, PodStep.Refuse> refusals = new ConcurrentHashMap<>();

    PodReconciler(
            Function<ObjectKey, @Nullable PodUnit> units,
            PodWorkloads workloads,
            PodWriter writer,
            Supplier<PodRules> rules,
            InstantSource clock,
            HeldJobs held) {
        this.units = units;
        this.workloads = workloads;
        this.writer = writer;
        this.rules = rules;
        this.clock = clock;
        this.held = held;
    }

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        PodUnit unit = units.apply(key);
        if (unit == null || unit.pods().isEmpty()) {
            refusals.remove(key);
            return Outcome.done();
        }
        Workload workload = workloads.of(unit);
        PodStep step = PodDecision.of(unit, workload, rules.get(), clock.instant());
        if (!(step instanceof PodStep.Refuse)) {
            refusals.remove(key);
        }
        unit.pods().forEach(this::recordHeld);
        return workload == null ? begin(unit, step) : go(unit, workload, step);
    }

    /** A replacement waits behind a gate of its own, too. */
    private void recordHeld(PodView pod) {
        JobMetadata metadata = pod.metadata();
        if (pod.gated() && !pod.deleting()) {
            held.record(
                    metadata.target(PodWriter.POD), metadata.created(), PodWriter.COMPONENT, metadata.annotations());
        } else {
            held.forget(metadata.uid());
        }
    }

    private static Outcome after(@Nullable Duration time) {
        return time == null ? Outcome.done() : Outcome.after(time);
    }

    private Outcome begin(PodUnit unit, PodStep step) throws InterruptedException {
        return switch (step) {
            case PodStep.Create(List<PodView> members, List<PodSet> podSets) -> {
                workloads.create(unit, members, podSets);
                yield Outcome.done();
            }
            case PodStep other -> pods(unit, other);
        };
    }

    private Outcome go(PodUnit unit, Workload workload, PodStep step) throws InterruptedException {
        Reconsider again = fresh -> PodDecision.of(unit, fresh, rules.get(), clock.instant());
        switch (step) {
            case PodStep.Adopt(List<PodView> members) -> workloads.adopt(unit, members, workload);
            case PodStep.Start(List<PodView> ready) -> {
                if (!workloads.start(unit, ready, workload, writer)) {
                    return Outcome.after(FLAVOR_WAIT);
                }
            }
            case PodStep.Release release -> workloads.release(workload, release, again);
            case PodStep.Finish finish -> workloads.finish(unit, workload, finish, again);
            case PodStep.Reclaim(List<ReclaimablePod> done) -> workloads.reclaim(workload, done);
            case PodStep.Replacements replacements -> workloads.replacements(workload, replacements, again);
            case PodStep.RemoveWorkloadFinalizer() -> workloads.removeFinalizer(workload);
            case PodStep.Follow(boolean ready, @Nullable Duration requeueAfter) -> {
                workloads.follow(unit, workload, ready);
                return after(requeueAfter);
            }
            case PodStep other -> {
                return pods(unit, other);
            }
        }
        return Outcome.done();
    }

    /** Decides once more, on a Workload that may have changed. */
    interface Reconsider {
        PodStep on(Workload fresh);
    }

    private Outcome pods(PodUnit unit, PodStep step) throws InterruptedException {
        switch (step) {
            case PodStep.Rest(@Nullable Duration requeueAfter) -> {
                return after(requeueAfter);
            }
            case PodStep.Refuse refuse -> {
                if (!Objects.equals(refuse.message(), message(refusals.put(unit.key(), refuse)))) {
                    writer.refuse(refuse.about(), refuse.message());
                }
            }
            case PodStep.RemoveFinalizers(List<PodView> pods) -> writer.removeFinalizers(pods);
            case PodStep.DeleteExcess(List<PodView> pods) -> writer.deleteExcess(pods);
            case PodStep.Stop(List<PodView> pods, String reason, String message) ->
                writer.stop(pods, reason, message, clock.instant());
            case PodStep other ->
                throw new IllegalStateException(other + " needs a Workload; " + unit.key() + " has none");
        }
        return Outcome.done();
    }

    private static @Nullable String message(PodStep.@Nullable Refuse said) {
        return said == null ? null : said.message();
    }
}
