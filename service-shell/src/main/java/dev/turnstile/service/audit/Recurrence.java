package dev.turnstile.service.audit;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Distinguishes a fault from a change under way: a fault is there in two passes in a row. Belongs to the auditor's
 * thread.
 */
final class Recurrence {
    private Map<Finding.Identity, Instant> previous = Map.of();

    /** A finding with the time at which it was there first. */
    record Again(Finding finding, Instant since) {}

    /** Takes over what a pass found; answers what the pass before it had found, too. */
    List<Again> take(List<Finding> findings, Instant now) {
        Map<Finding.Identity, Instant> present = new HashMap<>();
        findings.forEach(finding -> present.put(finding.identity(), previous.getOrDefault(finding.identity(), now)));
        List<Again> again = findings.stream()
                .filter(finding -> previous.containsKey(finding.identity()))
                .map(finding -> new Again(finding, Objects.requireNonNull(present.get(finding.identity()))))
                .toList();
        previous = present;
        return again;
    }

    /** What was found before counts no more. */
    void forget() {
        previous = Map.of();
    }
}
