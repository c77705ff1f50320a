package dev.turnstile.manager.audit;

import dev.turnstile.core.placement.GroupFault;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.manager.group.GroupsNow;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.service.audit.AuditCheck;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.audit.Rotation;
import dev.turnstile.service.informer.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Looks for groups that nobody decided about, and for replicas, gates and remote jobs that no decision accounts for.
 * What a worker cluster is still removing, and groups on which work is under way, be it retried, are left out: nothing
 * of them is forgotten.
 */
public final class GroupCheck implements AuditCheck {
    private static final int MOST = 5_000;
    private static final int HISTORY = 5;

    private static final Map<GroupFault.Kind, String> KINDS = Map.of(
            GroupFault.Kind.UNDECIDED, "group_undecided",
            GroupFault.Kind.REPLICA_WITHOUT_OWNER, "replica_without_owner",
            GroupFault.Kind.GATE_NOT_REMEMBERED, "gate_not_remembered",
            GroupFault.Kind.JOB_WITHOUT_REPLICA, "job_without_replica");

    private final GroupPlaces places;
    private final GroupsNow groups;
    private final DecisionTrail trail;
    private final BooleanSupplier orchestrated;
    private final Predicate<ObjectKey> underWay;
    private final Consumer<ObjectKey> lookAt;

    /** Which groups are next; the audit's thread alone. */
    private final Rotation<ObjectKey> rotation = new Rotation<>(MOST);

    /**
     * A check of all groups.
     *
     * @param orchestrated whether gates mean anything
     * @param underWay whether somebody is at work on a group
     * @param lookAt has a group decided upon
     */
    public GroupCheck(
            GroupPlaces places,
            GroupsNow groups,
            DecisionTrail trail,
            BooleanSupplier orchestrated,
            Predicate<ObjectKey> underWay,
            Consumer<ObjectKey> lookAt) {
        this.places = places;
        this.groups = groups;
        this.trail = trail;
        this.orchestrated = orchestrated;
        this.underWay = underWay;
        this.lookAt = lookAt;
    }

    @Override
    public Set<String> kinds() {
        return Set.copyOf(KINDS.values());
    }

    @Override
    public List<Finding> findings(Instant now) {
        boolean gates = orchestrated.getAsBoolean();
        List<Finding> findings = new ArrayList<>();
        for (ObjectKey key : rotation.turn(places.all())) {
            findings.addAll(findings(key, gates));
        }
        rotation.suspect(findings.stream().map(Finding::subject).toList());
        return findings;
    }

    private List<Finding> findings(ObjectKey key, boolean gates) {
        GroupView view = groups.view(key);
        if (view == null) {
            return List.of();
        }
        String placement = groups.memory(key).map(GroupMemory::placement).orElse("");
        List<GroupFault> faults = GroupFault.of(view.group(), !placement.isEmpty(), gates).stream()
                .filter(fault -> !places.leaves(fault.cluster(), key))
                .toList();
        // Asked last: what was decided in between was under way before, or is now.
        return faults.isEmpty() || underWay.test(key)
                ? List.of()
                : faults.stream()
                        .map(fault -> finding(key, view, placement, fault))
                        .toList();
    }

    private Finding finding(ObjectKey key, GroupView view, String placement, GroupFault fault) {
        String version = view.group().local().version();
        List<DecisionTrail.Entry> decisions = trail.of(key);
        String last = decisions.stream()
                .skip(Math.max(0, decisions.size() - HISTORY))
                .map(entry -> entry.time() + " " + entry.decision() + ": " + entry.words())
                .collect(Collectors.joining("; "));
        return new Finding(
                String.valueOf(KINDS.get(fault.kind())),
                key,
                "Workload %s%s: %s"
                        .formatted(
                                key, version.isEmpty() ? ", which is gone" : " of version " + version, fault.words()),
                "its placement: %s; its gates: %s"
                        .formatted(placement.isEmpty() ? "unknown" : placement, last.isEmpty() ? "untouched" : last));
    }

    @Override
    public void repair(Finding finding) {
        ObjectKey key = finding.subject();
        places.readAgain(key);
        lookAt.accept(key);
    }
}
