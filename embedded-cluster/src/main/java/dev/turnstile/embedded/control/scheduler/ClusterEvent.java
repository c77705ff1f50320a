package dev.turnstile.embedded.control.scheduler;

/** Events that can change what a plug-in decides about a waiting pod. */
public enum ClusterEvent {
    /** The waiting pod itself lost its last scheduling gate. */
    POD_GATES_CLEARED,
    /** The waiting pod itself changed in any other way. */
    POD_CHANGED,
    /** A pod was bound to a node. */
    ASSIGNED_POD_ADDED,
    /** A pod on a node ended or was deleted, so that there is free capacity. */
    ASSIGNED_POD_GONE,
    NODE_ADDED,
    /** A node's labels, taints or resources changed. */
    NODE_CHANGED
}
