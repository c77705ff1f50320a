package dev.turnstile.model.kueue;

/**
 * Where a queue or cohort stands under fair sharing.
 *
 * @param weightedShare its largest share of what could be lent, in thousandths, divided by its weight
 */
public record FairSharingStatus(long weightedShare) {}
