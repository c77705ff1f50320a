package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.DeleteOptions.Propagation;
import dev.turnstile.embedded.object.OwnerReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * The graph of owner references, by uid. Decides for one object what follows from the state of its owners and
 * dependents:
 *
 * <ol>
 *   <li>An object that is being deleted in the foreground waits until the dependents that block it are gone; they are
 *       deleted.
 *   <li>An object that orphans its dependents waits until no object refers to it as an owner.
 *   <li>An object is deleted if all its owners are gone, or wait for their dependents.
 *   <li>An object with at least one other owner is kept, and loses the references to owners that are gone.
 * </ol>
 *
 * <p>An owner that is not in the graph may not have been observed yet, so it is read from the API once; uids that do
 * not exist are remembered, as uids are never reused.
 */
final class OwnerGraph {
    private static final int REMEMBERED_ABSENT = 10_000;

    private final Map<String, Member> members = new HashMap<>();
    private final Map<String, SequencedSet<String>> dependents = new HashMap<>();
    private final SequencedSet<String> absent = new LinkedHashSet<>();

    /** Adds or replaces an object; false if the given one is older than the known one. */
    boolean put(Member member) {
        var known = members.get(member.uid());
        if (known != null) {
            if (known.version() > member.version()) {
                return false;
            }
            unlink(known);
        }
        members.put(member.uid(), member);
        for (var owner : member.owners()) {
            dependents.computeIfAbsent(owner.uid(), _ -> new LinkedHashSet<>()).add(member.uid());
        }
        return true;
    }

    void remove(String uid) {
        var known = members.remove(uid);
        if (known != null) {
            unlink(known);
        }
        recordAbsent(uid);
    }

    /** Records that no object has that uid. */
    void recordAbsent(String uid) {
        absent.add(uid);
        if (absent.size() > REMEMBERED_ABSENT) {
            absent.removeFirst();
        }
    }

    Optional<Member> get(String uid) {
        return Optional.ofNullable(members.get(uid));
    }

    List<Member> dependentsOf(String uid) {
        return dependents.getOrDefault(uid, new LinkedHashSet<>()).stream()
                .flatMap(dependent -> get(dependent).stream())
                .toList();
    }

    CollectionStep decide(String uid) {
        var member = members.get(uid);
        if (member == null) {
            return new CollectionStep.Keep();
        }
        if (member.releasesDependents()) {
            var owned = dependentsOf(uid);
            return owned.isEmpty()
                    ? new CollectionStep.Release(Member.ORPHAN)
                    : new CollectionStep.AwaitDependents(owned);
        }
        if (member.waitsForDependents()) {
            var blocking = dependentsOf(uid).stream()
                    .filter(dependent -> blocks(dependent, uid))
                    .toList();
            return blocking.isEmpty()
                    ? new CollectionStep.Release(Member.FOREGROUND)
                    : new CollectionStep.AwaitDependents(dependentsOf(uid));
        }
        if (member.owners().isEmpty() || member.isBeingDeleted()) {
            return new CollectionStep.Keep();
        }
        return byOwners(member);
    }

    private CollectionStep byOwners(Member member) {
        var unknown = new ArrayList<OwnerReference>();
        Set<String> gone = new TreeSet<>();
        Set<String> orphaning = new TreeSet<>();
        var living = 0;
        var waiting = 0;
        for (var reference : member.owners()) {
            var owner = members.get(reference.uid());
            if (absent.contains(reference.uid())) {
                gone.add(reference.uid());
            } else if (owner == null) {
                unknown.add(reference);
            } else if (owner.releasesDependents()) {
                orphaning.add(reference.uid());
            } else if (owner.waitsForDependents()) {
                waiting++;
            } else {
                living++;
            }
        }
        if (!orphaning.isEmpty()) {
            return new CollectionStep.Disown(orphaning);
        }
        if (!unknown.isEmpty()) {
            return new CollectionStep.LookUpOwners(unknown);
        }
        if (living > 0) {
            return gone.isEmpty() ? new CollectionStep.Keep() : new CollectionStep.Disown(gone);
        }
        var owned = dependentsOf(member.uid());
        if (waiting > 0 && owned.stream().anyMatch(Member::waitsForDependents)) {
            return new CollectionStep.BreakCycle();
        }
        return new CollectionStep.Delete(
                waiting > 0 && !owned.isEmpty() ? Propagation.Foreground : Propagation.Background);
    }

    private static boolean blocks(Member dependent, String ownerUid) {
        return dependent.owners().stream()
                .anyMatch(owner -> owner.uid().equals(ownerUid) && owner.blocksOwnerDeletion());
    }

    private void unlink(Member member) {
        for (var owner : member.owners()) {
            dependents.computeIfPresent(owner.uid(), (_, owned) -> {
                owned.remove(member.uid());
                return owned.isEmpty() ? null : owned;
            });
        }
    }
}
