package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static final String UID = "e6d17001-02fa-40a1-904e-866a1b90e36a";

    private static Names knowing(String workload) {
        Names names = new Names();
        names.learn("", Json.parse("""
            {"kind": "Workload", "metadata": {"name": "%s", "namespace": "team",
             "uid": "d4131b3f-32f0-43d7-b6a4-27fa536a4576", "ownerReferences": [
             {"apiVersion": "batch/v1", "kind": "Job", "name": "sample", "uid": "%s"}]}}
            """.formatted(workload, UID)));
        names.learn("", Json.parse("""
            {"kind": "Job", "metadata": {"name": "sample", "namespace": "team", "uid": "%s"}}
            """.formatted(UID)));
        return names;
    }

    @Test
    void whatIsMadeOfUidsIsTheSameInEveryRun() {
        Names names = knowing("job-sample-1bc95");
        assertThat(names.text("Created Workload: team/job-sample-1bc95 (UID: " + UID + ")"))
                .isEqualTo("Created Workload: team/job-sample-HASH (UID: uid-of-job-sample)");
        assertThat(names.present("", "job-sample-HASH")).isEqualTo("job-sample-1bc95");
    }

    @Test
    void aNameThatItsOwnerDoesNotGiveIsNotTaken() {
        assertThat(knowing("job-sample-99999").text("job-sample-99999")).isEqualTo("job-sample-99999");
    }

    @Test
    void recordedAndSeenTimesAndWaitsBecomeTheSame() {
        Names names = new Names();
        assertThat(names.text("since T12, wait time was 3s"))
                .isEqualTo(names.text("since 2026-11-18T15:31:00Z, wait time was 41s"));
        assertThat(names.text("uid-of-pod-low-rand3-no2")).isEqualTo("uid-of-pod-low-rand");
    }
}
