package dev.turnstile.service.audit;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * {@code kueue_audit_findings_total} and {@code kueue_audit_repairs_total}, by kind. Every kind is there from the
 * start: a rate of what never happened is 0, not missing.
 */
public final class AuditCounts implements MeterBinder {
    private record Count(LongAdder findings, LongAdder repairs) {}

    private final Map<String, Count> byKind = new ConcurrentSkipListMap<>();

    AuditCounts(Iterable<? extends AuditCheck> checks) {
        checks.forEach(check -> check.kinds().forEach(this::of));
    }

    private Count of(String kind) {
        return byKind.computeIfAbsent(kind, _ -> new Count(new LongAdder(), new LongAdder()));
    }

    void found(String kind) {
        of(kind).findings().increment();
    }

    void repaired(String kind) {
        of(kind).repairs().increment();
    }

    /** How often a pass found again what the one before it had found. */
    public long findings(String kind) {
        return of(kind).findings().sum();
    }

    /** All findings of all kinds. */
    public long findings() {
        return byKind.values().stream()
                .mapToLong(count -> count.findings().sum())
                .sum();
    }

    /** How often an object was read again because of a finding. */
    public long repairs(String kind) {
        return of(kind).repairs().sum();
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        byKind.forEach((kind, count) -> {
            FunctionCounter.builder("kueue.audit.findings", count.findings(), LongAdder::doubleValue)
                    .description("Differences between memory and API that two passes of the audit in a row have found")
                    .tag("kind", kind)
                    .register(registry);
            FunctionCounter.builder("kueue.audit.repairs", count.repairs(), LongAdder::doubleValue)
                    .description("Objects that the audit had read again since memory differed")
                    .tag("kind", kind)
                    .register(registry);
        });
    }
}
