package dev.turnstile.core.hierarchy;

import java.util.Map;

/** A flavor of a resource group with its quota per resource. */
public record FlavorQuotas(String flavor, Map<String, Quota> quotas) {
    public FlavorQuotas {
        quotas = Map.copyOf(quotas);
    }
}
