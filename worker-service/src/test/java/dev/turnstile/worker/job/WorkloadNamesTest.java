package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkloadNamesTest {
    @Test
    void aJobsWorkloadIsNamedAfterItWithADigest() {
        assertThat(WorkloadNames.of(
                        "Job", "batch", "sample", "e6d17001-02fa-40a1-904e-866a1b90e36a", WorkloadNames.LONG))
                .isEqualTo("job-sample-1bc95");
    }

    @Test
    void aLongNameIsCutButTheDigestIsOverAllOfIt() {
        String pod = "p" + "1234567890".repeat(25).substring(0, 249);
        String name = WorkloadNames.of("Pod", "", pod, "04a477d8-a07b-4eaf-8293-93aee8cb6205", WorkloadNames.LONG);
        assertThat(name)
                .hasSize(253)
                .startsWith(("pod-" + pod).substring(0, 247))
                .endsWith("-28ba5");
    }

    @Test
    void shortNamesFitIntoALabel() {
        assertThat(WorkloadNames.of(
                        "Job",
                        "batch",
                        "a23456789-b23456789-c23456789-d23456789-e23456789-f23456789-xyz",
                        "48ff5f51-6a37-4600-a62b-39baa92c71c9",
                        WorkloadNames.SHORT))
                .isEqualTo("job-a23456789-b23456789-c23456789-d23456789-e23456789-f23-b4b82");
    }
}
