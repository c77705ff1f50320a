package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class RulesTest {
    @Test
    void theDocsShowAllRules() throws IOException {
        try (InputStream file = Rules.class.getResourceAsStream("differences.yaml")) {
            String rules = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
            assertThat(Files.readString(Path.of("..", "docs", "transcripts.md")))
                    .contains(rules);
        }
    }

    @Test
    void aPathMayHaveAnythingWhereItHasAStar() {
        Rules rules = Rules.read();
        assertThat(rules.ignores(
                        "a", 1, new Difference("", "Workload/team/a", "spec.podSets[main].topologyRequest", "", "")))
                .isTrue();
        assertThat(rules.ignores("a", 1, new Difference("", "Workload/team/a", "spec.podSets[main].count", "", "")))
                .isFalse();
    }

    @Test
    void aRuleMayHoldForSomeStepsOfOneStory() {
        Rules rules = Rules.read();
        Difference cycle = new Difference("", "ClusterQueue/cycle", "status.conditions[Active].reason", "Ready", "");
        assertThat(rules.ignores("13-bad-input", 134, cycle)).isTrue();
        assertThat(rules.ignores("13-bad-input", 135, cycle)).isFalse();
        assertThat(rules.ignores("02-job-waits", 134, cycle)).isFalse();
    }

    @Test
    void aRuleMayBeAboutWhatWasRecorded() {
        Rules rules = Rules.read();
        String field = "status.conditions[QuotaReserved].message";
        Difference bypassed =
                new Difference("", "Workload/team/a", field, "'Bypassed scheduling evaluation because'", "'no quota'");
        Difference other = new Difference("", "Workload/team/a", field, "'no flavor'", "'no quota'");
        assertThat(rules.ignores("any", 1, bypassed)).isTrue();
        assertThat(rules.ignores("any", 1, other)).isFalse();
    }

    @Test
    void aStepMayBePlayedAndComparedByWhatFollows() {
        Rules rules = Rules.read();
        assertThat(rules.plays("11-multikueue-short-outage", 5)).isTrue();
        assertThat(rules.compares("11-multikueue-short-outage", 5)).isFalse();
        assertThat(rules.compares("11-multikueue-short-outage", 6)).isTrue();
    }

    private static ObjectNode workload(String owner, String evicted, String reserved, String check) {
        return Json.parse("""
            {"kind": "Workload", "metadata": {"name": "a", "ownerReferences": [{"kind": "%s", "name": "a"}]},
             "status": {"conditions": [{"type": "Evicted", "status": "%s"}, {"type": "QuotaReserved", "status": "%s"}],
             "admissionChecks": [{"name": "prov", "state": "%s"}]}}
            """.formatted(owner, evicted, reserved, check));
    }

    @Test
    void whatWasRecordedInTheMiddleOfSomethingPasses() {
        Rules rules = Rules.read();
        assertThat(rules.passes(List.of(workload("Job", "True", "True", "Pending"))))
                .as("evicted, and its quota is not released yet")
                .isTrue();
        assertThat(rules.passes(List.of(workload("Job", "False", "True", "Retry"))))
                .as("upstream evicts it later")
                .isTrue();
        assertThat(rules.passes(List.of(
                        workload("Pod", "True", "True", "Pending"),
                        workload("Job", "True", "False", "Pending"),
                        workload("Job", "False", "True", "Ready"))))
                .isFalse();
    }

    @Test
    void aStoryIsPlayedUpToWhereWeDoBetter() {
        Rules rules = Rules.read();
        assertThat(rules.plays("09-pod-single", 6)).isTrue();
        assertThat(rules.plays("09-pod-single", 7)).isFalse();
        assertThat(rules.plays("17-admission-gated-by", 1)).isFalse();
    }
}
