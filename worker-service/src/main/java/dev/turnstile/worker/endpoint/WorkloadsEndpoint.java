package dev.turnstile.worker.endpoint;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/** {@code workloads/NAMESPACE/NAME}: why is it not running? */
@Endpoint(id = "workloads")
public class WorkloadsEndpoint {
    private final Inspection inspection;

    /** Answers from there. */
    public WorkloadsEndpoint(Inspection inspection) {
        this.inspection = inspection;
    }

    /** One of them; null, and so not found, where there is none of that name. */
    @ReadOperation
    public @Nullable Map<String, Object> workload(@Selector String namespace, @Selector String name) {
        return inspection.workload(namespace, name);
    }
}
