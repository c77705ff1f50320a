package dev.turnstile.embedded.control.scheduler;

/**
 * That a plug-in keeps a pod out of the active queue.
 *
 * @param isFailure whether it does so by failing, which is told as an Event
 */
record GatedBy(String plugin, String reason, boolean isFailure) {}
