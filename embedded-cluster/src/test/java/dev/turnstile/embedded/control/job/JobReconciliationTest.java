package dev.turnstile.embedded.control.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.control.loop.Notice;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class JobReconciliationTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A Job and its pods, on which steps are taken as the controller would take them. */
    private static final class Story {
        private ObjectNode job = Json.parse("""
            {"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","namespace":"n","uid":"job-uid","resourceVersion":"1"},
             "spec":{"parallelism":2,"completions":3,"backoffLimit":6,"completionMode":"NonIndexed",
              "podReplacementPolicy":"TerminatingOrFailed",
              "template":{"metadata":{"labels":{"job-name":"j"}},"spec":{"restartPolicy":"Never","containers":[{"name":"c"}]}}}}
            """);
        private final List<ObjectNode> pods = new ArrayList<>();
        private final List<Notice> notices = new ArrayList<>();
        private Instant now = START;
        private Optional<Instant> rest = Optional.empty();

        Story with(String property, Object value) {
            ((ObjectNode) job.path("spec")).set(property, JsonMapper.shared().valueToTree(value));
            return this;
        }

        /** Takes steps until there is none; the number of pods that were created on the way. */
        int settle() {
            var created = 0;
            for (var steps = 0; steps < 50; steps++) {
                var step = JobReconciliation.next(new ApiObject(job), views(), now, Pace.REAL);
                switch (step) {
                    case JobStep.CreatePods(var templates) -> {
                        created += templates.size();
                        templates.forEach(this::add);
                    }
                    case JobStep.DeletePods(var doomed, var uncounted) ->
                        doomed.forEach(pod -> delete(pod.name(), uncounted));
                    case JobStep.ReleasePods(var released) -> released.forEach(pod -> release(pod.name()));
                    case JobStep.WriteStatus(var status, var told) -> {
                        job = job.deepCopy();
                        job.set("status", status);
                        notices.addAll(told);
                    }
                    case JobStep.DeleteJob() ->
                        job.withObjectProperty("metadata").put("deletionTimestamp", now.toString());
                    case JobStep.Rest(var requeueAt) -> {
                        rest = requeueAt;
                        return created;
                    }
                }
            }
            throw new AssertionError("the Job never rests: " + job);
        }

        private List<ApiObject> views() {
            return pods.stream().map(ApiObject::new).toList();
        }

        private void add(ObjectNode pod) {
            var name = "p" + pods.size();
            pod.withObjectProperty("metadata").put("name", name).put("uid", "uid-" + name);
            pod.withObjectProperty("metadata").put("creationTimestamp", now.toString());
            pod.putObject("status").put("phase", "Pending");
            pods.add(pod);
        }

        private ObjectNode pod(String name) {
            return pods.stream()
                    .filter(pod -> Json.name(pod).equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        private void delete(String name, boolean uncounted) {
            if (uncounted) {
                release(name);
            }
            pods.removeIf(
                    pod -> Json.name(pod).equals(name) && !pod.path("metadata").has("finalizers"));
            pods.stream()
                    .filter(pod -> Json.name(pod).equals(name))
                    .forEach(pod -> pod.withObjectProperty("metadata").put("deletionTimestamp", now.toString()));
        }

        private void release(String name) {
            pod(name).withObjectProperty("metadata").remove("finalizers");
            pods.removeIf(
                    pod -> Json.name(pod).equals(name) && pod.path("metadata").has("deletionTimestamp"));
        }

        void end(String name, String phase) {
            var status = pod(name).putObject("status").put("phase", phase);
            status.putArray("containerStatuses")
                    .addObject()
                    .putObject("state")
                    .putObject("terminated")
                    .put("finishedAt", now.toString());
        }

        ApiObject job() {
            return new ApiObject(job);
        }
    }

    @Test
    void startsAsManyPodsAsMayRunAndReplacesThoseThatSucceededUntilAllHave() {
        var story = new Story();
        assertThat(story.settle()).isEqualTo(2);
        assertThat(story.job().number(0, "status", "active")).isEqualTo(2);
        assertThat(story.job().time("status", "startTime")).contains(START);

        story.end("p0", "Succeeded");
        assertThat(story.settle()).isEqualTo(1);
        story.end("p1", "Succeeded");
        assertThat(story.settle()).isZero();
        story.end("p2", "Succeeded");
        story.settle();

        assertThat(story.job().number(0, "status", "succeeded")).isEqualTo(3);
        assertThat(story.job().isConditionTrue("SuccessCriteriaMet")).isTrue();
        assertThat(story.job().isConditionTrue("Complete")).isTrue();
        assertThat(story.notices).containsExactly(Notice.normal("Completed", "Job completed"));
        assertThat(story.pods).noneMatch(pod -> pod.path("metadata").has("finalizers"));
    }

    @Test
    void countsAPodOnceThoughTheStatusWasStoredAndTheFinalizerNot() {
        var story = new Story();
        story.settle();
        story.end("p0", "Failed");
        var first = JobReconciliation.next(story.job(), story.views(), story.now, Pace.REAL);

        assertThat(first).isInstanceOf(JobStep.WriteStatus.class);
        story.job.set("status", ((JobStep.WriteStatus) first).status());
        story.settle();
        story.settle();

        assertThat(story.job().number(0, "status", "failed")).isEqualTo(1);
    }

    @Test
    void waitsTenSecondsAfterTheFirstFailureAndTwiceAsLongAfterTheNext() {
        var story = new Story().with("parallelism", 1).with("completions", 1);
        story.settle();
        story.end("p0", "Failed");
        assertThat(story.settle()).isZero();
        assertThat(story.rest).contains(START.plusSeconds(10));

        story.now = START.plusSeconds(10);
        assertThat(story.settle()).isEqualTo(1);
        story.end("p1", "Failed");
        story.settle();
        assertThat(story.rest).contains(START.plusSeconds(30));
    }

    @Test
    void failsWhenMorePodsFailedThanItsLimit() {
        var story = new Story().with("backoffLimit", 0);
        story.settle();
        story.end("p0", "Failed");
        story.settle();

        assertThat(story.job().isConditionTrue("FailureTarget")).isTrue();
        assertThat(story.job().isConditionTrue("Failed")).isTrue();
        assertThat(story.job().number(0, "status", "failed")).isEqualTo(2);
        assertThat(story.notices)
                .containsExactly(Notice.warning("BackoffLimitExceeded", "Job has reached the specified backoff limit"));
    }

    @Test
    void suspensionDeletesPodsWithoutCountingThemAndResetsTheStartTime() {
        var story = new Story();
        story.settle();
        story.with("suspend", true).settle();

        assertThat(story.pods).isEmpty();
        assertThat(story.job().number("status", "failed")).isEmpty();
        assertThat(story.job().time("status", "startTime")).isEmpty();
        assertThat(story.job().isConditionTrue("Suspended")).isTrue();

        story.now = START.plusSeconds(60);
        assertThat(story.with("suspend", false).settle()).isEqualTo(2);
        assertThat(story.job().time("status", "startTime")).contains(story.now);
        assertThat(story.notices)
                .containsExactly(Notice.normal("Suspended", "Job suspended"), Notice.normal("Resumed", "Job resumed"));
    }

    @Test
    void anIndexedJobFillsTheLowestFreeIndexes() {
        var story = new Story().with("completionMode", "Indexed").with("completions", 4);
        story.settle();
        story.end("p1", "Succeeded");
        story.settle();

        assertThat(story.job().text("status", "completedIndexes")).isEqualTo("1");
        assertThat(story.pods)
                .extracting(pod -> Json.text(pod, "metadata", "annotations", JobPod.INDEX_ANNOTATION))
                .containsExactly("0", "1", "2");
    }

    @Test
    void endsAtItsDeadlineAndIsDeletedWhenItsTimeToLiveIsOver() {
        var story = new Story().with("activeDeadlineSeconds", 30).with("ttlSecondsAfterFinished", 5);
        story.settle();
        assertThat(story.rest).contains(START.plusSeconds(30));

        story.now = START.plusSeconds(30);
        story.settle();
        assertThat(story.job().condition("Failed").orElseThrow().path("reason").asString())
                .isEqualTo("DeadlineExceeded");
        story.now = START.plus(Duration.ofSeconds(35));
        story.settle();
        assertThat(story.job().isBeingDeleted()).isTrue();
    }

    @Test
    void ignoresAJobThatAnotherControllerManages() {
        var story = new Story().with("managedBy", "example.com/other");

        assertThat(story.settle()).isZero();
        assertThat(story.job().at("status").isMissingNode()).isTrue();
    }
}
