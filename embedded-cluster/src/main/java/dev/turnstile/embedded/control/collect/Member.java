package dev.turnstile.embedded.control.collect;

import dev.turnstile.embedded.api.GroupVersionResource;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.OwnerReference;
import java.util.List;

/** An object as the garbage collector sees it: its owners, and whether it is being deleted. */
record Member(
        GroupVersionResource resource,
        String namespace,
        String name,
        String uid,
        long version,
        List<OwnerReference> owners,
        List<String> finalizers,
        boolean isBeingDeleted) {
    static final String FOREGROUND = "foregroundDeletion";
    static final String ORPHAN = "orphan";

    static Member of(GroupVersionResource resource, ApiObject object) {
        return new Member(
                resource,
                object.namespace(),
                object.name(),
                object.uid(),
                object.version(),
                object.ownerReferences(),
                object.finalizers(),
                object.isBeingDeleted());
    }

    boolean waitsForDependents() {
        return isBeingDeleted && finalizers.contains(FOREGROUND);
    }

    boolean releasesDependents() {
        return isBeingDeleted && finalizers.contains(ORPHAN);
    }
}
