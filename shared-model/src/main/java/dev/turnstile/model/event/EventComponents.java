package dev.turnstile.model.event;

/** Who speaks in an event: its reporting component. */
public final class EventComponents {
    /** worker-service's scheduler, on Workloads. */
    public static final String ADMISSION = "kueue-admission";

    /** worker-service's workload controller, and manager-service for its check, on Workloads. */
    public static final String WORKLOAD_CONTROLLER = "kueue-workload-controller";

    private static final String JOB_CONTROLLER = "-kueue-controller";

    private EventComponents() {}

    /** An integration of worker-service, on its jobs: {@code batch/job-kueue-controller}. */
    public static String jobController(String framework) {
        return framework + JOB_CONTROLLER;
    }
}
