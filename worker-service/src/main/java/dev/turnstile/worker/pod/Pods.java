package dev.turnstile.worker.pod;

import dev.turnstile.worker.job.JobController;
import dev.turnstile.worker.job.JobEnvironment;
import dev.turnstile.worker.job.JobKind;

/** Kubernetes' own pods, one by one and in groups. */
public final class Pods implements JobKind {
    static final String FRAMEWORK = "pod";

    @Override
    public String framework() {
        return FRAMEWORK;
    }

    @Override
    public JobController controller(JobEnvironment environment) {
        return new PodController(environment);
    }
}
