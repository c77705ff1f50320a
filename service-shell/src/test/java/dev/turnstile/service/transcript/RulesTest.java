package dev.turnstile.service.transcript;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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
        Difference stale = new Difference("", "ClusterQueue/cq", "status.pendingWorkloads", "1", "0");
        assertThat(rules.ignores("08-stop-policies", 6, stale)).isTrue();
        assertThat(rules.ignores("08-stop-policies", 8, stale)).isFalse();
        assertThat(rules.ignores("02-job-waits", 6, stale)).isFalse();
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
        assertThat(rules.plays("07-admission-checks", 5)).isTrue();
        assertThat(rules.compares("07-admission-checks", 5)).isFalse();
        assertThat(rules.compares("07-admission-checks", 6)).isTrue();
    }

    @Test
    void aStoryIsPlayedUpToWhereWeDoBetter() {
        Rules rules = Rules.read();
        assertThat(rules.plays("09-pod-single", 6)).isTrue();
        assertThat(rules.plays("09-pod-single", 7)).isFalse();
        assertThat(rules.plays("17-admission-gated-by", 1)).isFalse();
    }
}
