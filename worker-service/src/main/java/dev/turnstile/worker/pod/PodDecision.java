package dev.turnstile.worker.pod;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.vocabulary.ReplacementPodsReason;
import dev.turnstile.vocabulary.TerminationTargetReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.job.PrebuiltWorkloads;
import dev.turnstile.worker.job.SchedulingGate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What to do next about a unit. Pure; the order of the questions is their precedence: what is too much or over goes
 * first, what must stop is stopped before anything is started.
 */
final class PodDecision {
    private static final String NOT_ADMITTED = "Not admitted by cluster queue";

    private final PodUnit unit;
    private final PodRules rules;
    private final Instant now;

    private PodDecision(PodUnit unit, PodRules rules, Instant now) {
        this.unit = unit;
        this.rules = rules;
        this.now = now;
    }

    static PodStep of(PodUnit unit, @Nullable Workload workload, PodRules rules, Instant now) {
        PodDecision decision = new PodDecision(unit, rules, now);
        if (workload == null) {
            return decision.withoutWorkload();
        }
        if (WorkloadFacts.deleting(workload)) {
            return decision.deleted(workload);
        }
        return WorkloadFacts.finished(workload) ? decision.finished(workload) : decision.living(workload);
    }

    private PodStep rest() {
        return new PodStep.Rest(unit.untilGraceEnds(rules.fastRelease(), now));
    }

    private PodStep withoutWorkload() {
        List<PodView> free =
                unit.where(pod -> pod.held() && (pod.deleting() || pod.failed() || (pod.succeeded() && !unit.group())));
        if (!free.isEmpty()) {
            return new PodStep.RemoveFinalizers(free);
        }
        List<PodView> loose = unit.where(pod -> pod.ours() && pod.atLarge());
        if (!loose.isEmpty()) {
            return new PodStep.Stop(loose, TerminationTargetReason.NOT_ADMITTED.text(), NOT_ADMITTED);
        }
        List<PodView> waiting = unit.where(pod -> pod.held() && !pod.failed() && !pod.deleting());
        boolean gated = unit.any(this::heldBack);
        boolean prebuilt = unit.any(pod -> PrebuiltWorkloads.name(pod.metadata()) != null);
        if (waiting.stream().noneMatch(PodView::gated) || gated || prebuilt) {
            return new PodStep.Rest(null);
        }
        return switch (Composition.of(unit, waiting, rules.copiedLabels())) {
            case Composition.Whole(List<PodView> members, List<PodSet> podSets) -> new PodStep.Create(members, podSets);
            case Composition.TooMany(List<PodView> excess) -> new PodStep.DeleteExcess(excess);
            case Composition.Problem(PodView about, String message) -> new PodStep.Refuse(about, message);
        };
    }

    /** Whether a scheduling gate of its own holds it back, be it a member from the beginning or a replacement. */
    private boolean heldBack(PodView pod) {
        return rules.schedulingGates() && SchedulingGate.of(pod.metadata().annotations()) != null;
    }

    private PodStep deleted(Workload workload) {
        if (!WorkloadFacts.finished(workload)) {
            List<PodView> loose = unit.where(PodView::atLarge);
            if (!loose.isEmpty()) {
                return new PodStep.Stop(loose, TerminationTargetReason.WORKLOAD_DELETED.text(), "Workload is deleted");
            }
            if (unit.active(rules.fastRelease(), now)) {
                return rest();
            }
        }
        List<PodView> free = unit.where(pod -> pod.held() && (!pod.gated() || pod.deleting()));
        return free.isEmpty() ? new PodStep.RemoveWorkloadFinalizer() : new PodStep.RemoveFinalizers(free);
    }

    private PodStep finished(Workload workload) {
        Set<String> owners = owners(workload);
        List<PodView> free = unit.where(pod -> pod.held()
                && (pod.deleting()
                        || pod.over()
                        || owners.contains(pod.metadata().uid())));
        if (!free.isEmpty()) {
            return new PodStep.RemoveFinalizers(free);
        }
        List<PodView> late = unit.where(PodView::gated);
        return late.isEmpty()
                ? new PodStep.Rest(null)
                : new PodStep.Refuse(
                        late.getFirst(),
                        "'%s' group has finished; another one of that name can begin once its pods are deleted"
                                .formatted(unit.key().name()));
    }

    private static Set<String> owners(Workload workload) {
        return WorkloadFacts.owners(workload).stream()
                .map(owner -> String.valueOf(owner.getUid()))
                .collect(Collectors.toSet());
    }

    private PodStep living(Workload workload) {
        Census census = Census.of(unit, workload.spec().podSets(), rules.fastRelease(), now);
        PodStep step = membership(workload, census);
        if (step == null) {
            step = ending(census);
        }
        if (step == null && unit.group()) {
            step = replacements(workload, census);
        }
        if (step == null && WorkloadFacts.evicted(workload) && WorkloadFacts.reserved(workload)) {
            step = evicted(workload);
        }
        if (step == null) {
            step = abandoned(census);
        }
        if (step == null) {
            step = reclaim(workload);
        }
        if (step == null) {
            step = startOrStop(workload, census);
        }
        return step == null ? follow(workload, census) : step;
    }

    private @Nullable PodStep membership(Workload workload, Census census) {
        if (!census.excess().isEmpty()) {
            return new PodStep.DeleteExcess(census.excess());
        }
        Set<String> owners = owners(workload);
        List<PodView> newcomers = unit.where(pod -> !pod.over()
                && !pod.deleting()
                && census.includes(pod)
                && !owners.contains(pod.metadata().uid()));
        if (!newcomers.isEmpty()) {
            return new PodStep.Adopt(newcomers);
        }
        List<PodView> free = new ArrayList<>(census.replaced());
        if (unit.group()) {
            unit.where(pod -> pod.held() && pod.gated() && pod.deleting()).forEach(free::add);
        }
        return free.isEmpty() ? null : new PodStep.RemoveFinalizers(free);
    }

    private @Nullable PodStep ending(Census census) {
        if (unit.pods().isEmpty()) {
            return new PodStep.Rest(null);
        }
        if (unit.group()) {
            int succeeded = unit.where(PodView::succeeded).size();
            boolean overForGood = unit.any(PodView::irreplaceable)
                    && unit.pods().stream().allMatch(PodView::over)
                    && unit.pods().size() >= census.total();
            return succeeded >= census.total() || overForGood
                    ? new PodStep.Finish(
                            FinishedReason.SUCCEEDED.text(),
                            "Pods succeeded: %d/%d.".formatted(succeeded, census.total()))
                    : null;
        }
        PodView pod = unit.pods().getFirst();
        String message = pod.object().path("status").path("message").asString("");
        if (pod.succeeded()) {
            return new PodStep.Finish(FinishedReason.SUCCEEDED.text(), message);
        }
        boolean byItself = pod.failed() && !pod.stopped() && !pod.deleting();
        return byItself ? new PodStep.Finish(FinishedReason.FAILED.text(), message) : null;
    }

    private @Nullable PodStep replacements(Workload workload, Census census) {
        Condition before = Conditions.find(workload.status().conditions(), ConditionType.WAITING_FOR_REPLACEMENT_PODS)
                .orElse(null);
        boolean waited = before != null && before.holds();
        PodStep.Replacements wanted;
        if (!census.lost().isEmpty()) {
            wanted = Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                    .filter(Condition::holds)
                    .map(evicted -> new PodStep.Replacements(true, evicted.reason(), evicted.message()))
                    .orElse(new PodStep.Replacements(
                            true, ReplacementPodsReason.PODS_FAILED.text(), "Some Failed pods need replacement"));
        } else if (waited && census.serving() >= census.total()) {
            wanted = new PodStep.Replacements(
                    false, ReplacementPodsReason.PODS_READY.text(), "No pods need replacement");
        } else {
            return null;
        }
        boolean said = before != null
                && before.holds() == wanted.waits()
                && before.reason().equals(wanted.reason())
                && before.message().equals(wanted.message());
        return said ? null : wanted;
    }

    private PodStep evicted(Workload workload) {
        List<PodView> loose = unit.where(PodView::atLarge);
        if (!loose.isEmpty()) {
            Condition evicted = Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                    .orElseThrow();
            return new PodStep.Stop(loose, TerminationTargetReason.evicted(evicted.reason()), evicted.message());
        }
        if (unit.active(rules.fastRelease(), now)) {
            return rest();
        }
        return new PodStep.Release(unit.group() || unit.any(pod -> pod.gated() && !pod.deleting()));
    }

    /** All its pods were deleted, and not by us: nobody is left who could use the quota. */
    private @Nullable PodStep abandoned(Census census) {
        List<PodView> deleted = unit.where(pod -> pod.deleting() && (!unit.group() || !pod.stopped()));
        boolean all = deleted.size() >= census.total()
                && unit.where(pod -> pod.held() && !pod.deleting()).isEmpty();
        if (!all) {
            return null;
        }
        return unit.active(rules.fastRelease(), now)
                ? rest()
                : new PodStep.Finish(FinishedReason.OWNER_NOT_FOUND.text(), "The workload's owner no longer exists");
    }

    private @Nullable PodStep reclaim(Workload workload) {
        if (!unit.group() || !WorkloadFacts.reserved(workload)) {
            return null;
        }
        List<ReclaimablePod> done = workload.spec().podSets().stream()
                .map(podSet -> new ReclaimablePod(
                        podSet.name(),
                        unit.where(pod -> pod.succeeded() && pod.role().equals(podSet.name()))
                                .size()))
                .filter(pods -> pods.count() > 0)
                .toList();
        return done.isEmpty() || done.equals(workload.status().reclaimablePods()) ? null : new PodStep.Reclaim(done);
    }

    private @Nullable PodStep startOrStop(Workload workload, Census census) {
        if (WorkloadFacts.admitted(workload)) {
            List<PodView> ready =
                    unit.where(pod -> pod.gated() && !pod.deleting() && census.includes(pod) && !heldBack(pod));
            return ready.isEmpty() || WorkloadFacts.evicted(workload) ? null : new PodStep.Start(ready);
        }
        List<PodView> loose = unit.where(pod -> pod.ours() && pod.atLarge());
        if (loose.isEmpty()) {
            return null;
        }
        String message = Conditions.find(workload.status().conditions(), ConditionType.EVICTED)
                .filter(Condition::holds)
                .map(Condition::message)
                .orElse(NOT_ADMITTED);
        return new PodStep.Stop(loose, TerminationTargetReason.NOT_ADMITTED.text(), message);
    }

    private PodStep follow(Workload workload, Census census) {
        if (!census.strangers().isEmpty()) {
            PodView stranger = census.strangers().getFirst();
            boolean waits = stranger.gated() && !stranger.deleting();
            if (waits) {
                return new PodStep.Refuse(
                        stranger,
                        "'%s' group has no pods like this one: its Workload was made for %s, this pod is %s"
                                .formatted(
                                        unit.key().name(),
                                        workload.spec().podSets().stream()
                                                .map(PodSet::name)
                                                .toList(),
                                        stranger.role()));
            }
        }
        boolean ready = WorkloadFacts.admitted(workload)
                && unit.where(pod -> pod.ready() && !pod.deleting()).size() >= census.total();
        return new PodStep.Follow(ready, unit.untilGraceEnds(rules.fastRelease(), now));
    }
}
