package dev.turnstile.embedded.control.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTimelineTest {

    private static ApiObject pod(String restartPolicy, String script) {
        var pod = Json.object();
        var spec = pod.putObject("spec").put("restartPolicy", restartPolicy);
        spec.putArray("containers")
                .addObject()
                .put("name", "c")
                .putArray("command")
                .add("sh")
                .add("-c")
                .add(script);
        return new ApiObject(pod);
    }

    private static PodTimeline.State at(ApiObject pod, int seconds) {
        return PodTimeline.at(pod, Optional.empty(), Duration.ofSeconds(seconds));
    }

    private static PodTimeline.State stopped(ApiObject pod, int stop, int grace, int seconds) {
        return PodTimeline.at(
                pod,
                Optional.of(new PodTimeline.Stop(Duration.ofSeconds(stop), Duration.ofSeconds(grace))),
                Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CsvSource({
        "sleep 5, 5, 0",
        "sleep 5; exit 3, 5, 3",
        "sleep 1 && sleep 2m, 121, 0",
        "false && sleep 9, 0, 1",
        "false || exit 4, 0, 4",
        "echo hello; exit 0; sleep 9, 0, 0",
    })
    void readsWhatAScriptWouldDo(String script, int seconds, int exitCode) {
        var pod = pod("Never", script);
        var program = ProgramReader.read(pod, pod.list("spec", "containers").getFirst());

        assertThat(program.runsFor()).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(program.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void aPodEndsAsItsContainersDo() {
        assertThat(at(pod("Never", "sleep 5"), 4).hasEnded()).isFalse();
        assertThat(at(pod("Never", "sleep 5"), 4).changesAt()).contains(Duration.ofSeconds(5));
        assertThat(at(pod("Never", "sleep 5"), 5).hasEnded()).isTrue();
        assertThat(at(pod("Never", "sleep 5"), 5).hasFailed()).isFalse();
        assertThat(at(pod("Never", "sleep 5; exit 1"), 5).hasFailed()).isTrue();
    }

    @Test
    void aFailedContainerIsRestartedWithAGrowingDelay() {
        var pod = pod("OnFailure", "sleep 5; exit 1");

        assertThat(at(pod, 7).changesAt()).contains(Duration.ofSeconds(15));
        assertThat(at(pod, 16).containers().getFirst().restarts()).isEqualTo(1);
        assertThat(at(pod, 21).changesAt()).contains(Duration.ofSeconds(40));
    }

    @Test
    void aDeletedPodHasItsGracePeriod() {
        var pod = pod("Never", "sleep 600");

        assertThat(stopped(pod, 10, 30, 39).hasEnded()).isFalse();
        assertThat(stopped(pod, 10, 30, 40).hasEnded()).isTrue();
        assertThat(stopped(pod, 10, 30, 40).hasFailed()).isTrue();
        assertThat(stopped(pod("Never", "trap 'exit 0' TERM; sleep 600"), 10, 30, 10)
                        .hasEnded())
                .isTrue();
        assertThat(stopped(pod("Never", "sleep 15"), 10, 30, 15).hasFailed()).isFalse();
    }
}
