package dev.turnstile.embedded.control.scheduler;

/**
 * Why a pod is not in the active queue: the plug-in that gates it.
 *
 * @param isFailure whether the plug-in failed, which is reported as an Event
 */
record GatedBy(String plugin, String reason, boolean isFailure) {}
