package dev.turnstile.worker.job;

import dev.turnstile.model.kueue.AdmissionCheckState;
import dev.turnstile.model.kueue.CheckState;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.EventTarget;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.vocabulary.EventReason;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Publishes the messages of the checks that a job waits for, on the job, once per message and reservation. */
public final class CheckAnnouncements {
    private record Published(Instant reserved, String message) {}

    private final EventRecorder events;
    private final Store<Workload> workloads;
    private final Map<ObjectKey, Published> published = new ConcurrentHashMap<>();

    /** Publishes with these events; what was published of a Workload is forgotten with it. */
    public CheckAnnouncements(Store<Workload> workloads, EventRecorder events) {
        this.workloads = workloads;
        this.events = events;
        workloads.listen((key, before, after) -> {
            if (after == null) {
                published.remove(key);
            }
        });
    }

    /** Sends an event on the job where the messages of its Workload's checks are new. */
    public void publish(EventTarget job, String component, Workload workload) {
        ObjectKey key = WorkloadFacts.key(workload);
        boolean waits = WorkloadFacts.reserved(workload) && !WorkloadFacts.admitted(workload);
        String message = workload.status().admissionChecks().stream()
                .filter(check ->
                        check.state() == CheckState.PENDING && !check.message().isEmpty())
                .sorted(Comparator.comparing(AdmissionCheckState::name))
                .map(check -> check.name() + ": " + check.message())
                .collect(Collectors.joining("; "));
        if (!waits || message.isEmpty()) {
            published.remove(key);
            return;
        }
        Instant reserved = workload.status().reservedSince().orElse(Instant.EPOCH);
        Published now = new Published(reserved, message);
        if (!now.equals(published.put(key, now))) {
            events.normal(job, component, EventReason.UPDATED_ADMISSION_CHECK.text(), message);
        }
        if (workloads.get(key) == null) {
            // It went while this was decided: nobody else would forget it.
            published.remove(key);
        }
    }
}
