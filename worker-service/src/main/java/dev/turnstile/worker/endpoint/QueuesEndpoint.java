package dev.turnstile.worker.endpoint;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code queues}: quota, usage, borrowing, heads and counts of every ClusterQueue. */
@Endpoint(id = "queues")
public class QueuesEndpoint {
    private final Inspection inspection;

    /** Answers from there. */
    public QueuesEndpoint(Inspection inspection) {
        this.inspection = inspection;
    }

    /** All of them. */
    @ReadOperation
    public Map<String, Object> queues() {
        return inspection.queues();
    }
}
