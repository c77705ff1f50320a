package dev.turnstile.vocabulary;

/** The reporting component of an event. */
public enum Component implements Word {
    /** worker-service's scheduler, on Workloads. */
    ADMISSION("kueue-admission"),

    /** worker-service's workload controller, and manager-service for its check, on Workloads. */
    WORKLOAD_CONTROLLER("kueue-workload-controller");

    private static final String JOB_CONTROLLER = "-kueue-controller";

    private final String text;

    Component(String text) {
        this.text = text;
    }

    @Override
    public String text() {
        return text;
    }

    /** An integration of worker-service, on its jobs: {@code batch/job-kueue-controller}. */
    public static String jobController(String framework) {
        return framework + JOB_CONTROLLER;
    }
}
