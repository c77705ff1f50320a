package dev.turnstile.manager.plan;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Life;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.Nomination;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.placement.PlacementDecision;
import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.GateNotes;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is to be done about a group now. The order of precedence, the first that applies:
 *
 * <ol>
 *   <li>What it was made for cannot run in another cluster → the check is Rejected, nothing else.
 *   <li>The placement writes to the local Workload → that one patch, nothing else. An end is shown by the job first,
 *       and does not wait for what is left elsewhere to be removed, nor that for it.
 *   <li>The local job follows the remote one, or shows that it does not run.
 *   <li>The dispatcher nominates → that patch, and nothing behind it.
 *   <li>Gates, then what the placement writes in worker clusters: each cluster's lane has what concerns it.
 * </ol>
 *
 * <p>So there is at most one patch of the local Workload in a plan, guarded by the version that was decided from, and
 * nothing is written in a worker cluster before what has to come first in our own is stored.
 *
 * @param steps in the order in which they are applied
 * @param placement how the placement was decided, in words; empty where it was not
 * @param requeueAt when time alone can change the plan; empty where only an event can
 */
public record GroupPlan(List<GroupStep> steps, Optional<String> placement, Optional<Instant> requeueAt) {

    public GroupPlan {
        steps = List.copyOf(steps);
    }

    /**
     * Decides.
     *
     * @param group with what was seen until now
     * @param gates what this process knows of its own writes to gates, its last attempt among it
     */
    public static GroupPlan of(Group group, GroupSettings settings, GateWork gates, Instant now) {
        Optional<Message> refusal = group.refusal().filter(why -> awaitsPlacement(group.local()));
        if (refusal.isPresent()) {
            PlacementEffect.Local rejected =
                    new PlacementEffect.SetCheck(CheckState.REJECTED, new CheckMessage.Other(refusal.get()));
            return new GroupPlan(List.of(new GroupStep.PatchWorkload(rejected)), Optional.empty(), Optional.empty());
        }
        Optional<UngatingDecision> ungating =
                isGone(group.local()) ? Optional.empty() : gates.decide(group, settings.ungating(), now);
        PlacementDecision placement = noting(
                Placement.decide(group, settings.placement(), now),
                group.local(),
                ungating.flatMap(decision -> notes(group, settings.ungating(), decision)));
        Optional<GroupStep> patch = patch(placement);
        if (patch.isPresent()) {
            return new GroupPlan(
                    withLeftovers(patch.get(), placement), Optional.of(placement.words()), Optional.empty());
        }
        List<GroupStep> steps = new ArrayList<>(onJob(placement));
        Nomination nomination = settings.dispatcher().nominate(group, now);
        if (nomination instanceof Nomination.Nominate nominate) {
            steps.add(new GroupStep.Nominate(nominate.clusters()));
            return new GroupPlan(steps, Optional.of(placement.words()), nomination.lookAgainAt());
        }
        ungating.ifPresent(decision -> steps.add(new GroupStep.WriteGates(decision, GateStep.of(decision, now))));
        steps.add(new GroupStep.WriteClusters(inClusters(placement)));
        return new GroupPlan(
                steps,
                Optional.of(placement.words()),
                Stream.of(
                                placement.lookAgainAt(),
                                nomination.lookAgainAt(),
                                ungating.flatMap(UngatingDecision::lookAgainAt))
                        .flatMap(Optional::stream)
                        .min(Instant::compareTo));
    }

    /** An end may wait for the local job for long: what it has left in other clusters is removed meanwhile. */
    private static List<GroupStep> withLeftovers(GroupStep patch, PlacementDecision placement) {
        Map<String, List<PlacementEffect.InCluster>> leftovers = inClusters(placement);
        return patch instanceof GroupStep.Finish && !leftovers.isEmpty()
                ? List.of(patch, new GroupStep.WriteClusters(leftovers))
                : List.of(patch);
    }

    /** The placement, with what gates have to say in the check's message; empty leaves it as it is. */
    private static PlacementDecision noting(
            PlacementDecision placement, LocalWorkload local, Optional<List<String>> gates) {
        if (!(placement instanceof PlacementDecision.Contested contested)) {
            return placement;
        }
        return gates.isPresent() ? contested.alsoNoting(local, gates.get()) : contested.notingNothing();
    }

    /**
     * What the check's message says of gates. Empty where one is to be written: it does not wait for a message, that
     * one is written with the next plan.
     */
    private static Optional<List<String>> notes(Group group, UngatingSettings settings, UngatingDecision decision) {
        boolean writes =
                !(decision instanceof UngatingDecision.Deferred) && !(decision instanceof UngatingDecision.Idle);
        if (writes) {
            return Optional.empty();
        }
        return Optional.of(settings.orchestratedPreemption() ? GateNotes.of(group, decision) : List.of());
    }

    private static boolean awaitsPlacement(LocalWorkload local) {
        return local.life() instanceof Life.Present && local.check() == CheckState.PENDING;
    }

    /** Nothing is left of it in our own cluster, so it has no gates to decide about. */
    private static boolean isGone(LocalWorkload local) {
        return local.version().isEmpty();
    }

    /** The one patch that the placement makes in our own cluster, if it makes any. */
    private static Optional<GroupStep> patch(PlacementDecision placement) {
        Optional<PlacementEffect.Local> first = placement.effects().stream()
                .filter(PlacementEffect.Local.class::isInstance)
                .map(PlacementEffect.Local.class::cast)
                .findFirst();
        Optional<PlacementEffect.EndJob> end = placement.effects().stream()
                .filter(PlacementEffect.EndJob.class::isInstance)
                .map(PlacementEffect.EndJob.class::cast)
                .findFirst();
        return first.map(effect -> effect instanceof PlacementEffect.FinishLocal finish && end.isPresent()
                ? new GroupStep.Finish(end.get(), finish)
                : new GroupStep.PatchWorkload(effect));
    }

    private static List<GroupStep> onJob(PlacementDecision placement) {
        return switch (placement) {
            case PlacementDecision.Withdrawn withdrawn -> List.of(new GroupStep.ShowJobStopped());
            case PlacementDecision.Contested contested -> List.of(new GroupStep.ShowJobStopped());
            case PlacementDecision.Running running ->
                running.effects().stream()
                        .filter(PlacementEffect.CopyJobStatus.class::isInstance)
                        .map(PlacementEffect.CopyJobStatus.class::cast)
                        .<GroupStep>map(copy -> new GroupStep.CopyJobStatus(copy.cluster()))
                        .toList();
            case PlacementDecision.StartOver again -> List.of();
            case PlacementDecision.Won won -> List.of();
            case PlacementDecision.Ending ending -> List.of();
            case PlacementDecision.Completed completed -> List.of();
        };
    }

    private static Map<String, List<PlacementEffect.InCluster>> inClusters(PlacementDecision placement) {
        Map<String, List<PlacementEffect.InCluster>> effects = new LinkedHashMap<>();
        for (PlacementEffect effect : placement.effects()) {
            if (effect instanceof PlacementEffect.InCluster here) {
                effects.computeIfAbsent(here.cluster(), unseen -> new ArrayList<>())
                        .add(here);
            }
        }
        return effects;
    }
}
