package dev.turnstile.service.observe;

import dev.turnstile.service.informer.WriteCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** {@code kueue_api_writes_total{resource,verb,result}}: what this replica costs the API server of its cluster. */
final class WriteMetrics implements MeterBinder {
    private final WriteCounts counts;

    WriteMetrics(WriteCounts counts) {
        this.counts = counts;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        counts.forEachKind(kind -> FunctionCounter.builder("kueue.api.writes", counts, each -> each.of(kind))
                .description("Writes that were sent to the API server of this cluster")
                .tag("resource", kind.resource())
                .tag("verb", kind.verb())
                .tag("result", kind.result())
                .register(registry));
    }
}
