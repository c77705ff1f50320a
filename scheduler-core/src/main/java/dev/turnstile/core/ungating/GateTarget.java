package dev.turnstile.core.ungating;

/**
 * The replica whose gate is written.
 *
 * @param replica its uid
 * @param version the version of the view that was decided from: the write is guarded by it
 */
public record GateTarget(String cluster, String replica, String version) {}
