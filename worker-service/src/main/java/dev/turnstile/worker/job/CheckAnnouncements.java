package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.worker.workload.WorkloadFacts;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Tells a job's owner what the checks say that its job waits for, once per word and reservation. */
public final class CheckAnnouncements {
    private record Told(Instant reserved, String message) {}

    private final EventRecorder events;
    private final Store<Workload> workloads;
    private final Map<ObjectKey, Told> told = new ConcurrentHashMap<>();

    /** Tells with these events; what was told of a Workload is forgotten with it. */
    public CheckAnnouncements(Store<Workload> workloads, EventRecorder events) {
        this.workloads = workloads;
        this.events = events;
        workloads.listen((key, before, after) -> {
            if (after == null) {
                told.remove(key);
            }
        });
    }

    /** Says what is new about a Workload's checks. */
    public void tell(EventTarget job, String component, Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        boolean waits = WorkloadFacts.reserved(workload) && !WorkloadFacts.admitted(workload);
        String message = workload.status().admissionChecks().stream()
                .filter(check ->
                        check.state() == CheckState.PENDING && !check.message().isEmpty())
                .map(check -> check.name() + ": " + check.message())
                .collect(Collectors.joining("; "));
        if (!waits || message.isEmpty()) {
            told.remove(key);
            return;
        }
        Instant reserved = workload.status().reservedSince().orElse(Instant.EPOCH);
        Told now = new Told(reserved, message);
        if (!now.equals(told.put(key, now))) {
            events.normal(job, component, EventReason.UPDATED_ADMISSION_CHECK.text(), message);
        }
        if (workloads.get(key) == null) {
            // It went while this was decided: nobody else would forget it.
            told.remove(key);
        }
    }
}
