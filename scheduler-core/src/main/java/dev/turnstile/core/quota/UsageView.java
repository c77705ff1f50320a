package dev.turnstile.core.quota;

/** What the nodes of one tree use, by node and by column (flavor-resource) of its {@link QuotaTree}. */
public interface UsageView {

    long usage(int node, int column);
}
