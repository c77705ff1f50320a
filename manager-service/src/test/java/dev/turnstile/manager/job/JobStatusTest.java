package dev.turnstile.manager.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.manager.job.JobStatus.StatusStep;
import dev.turnstile.model.meta.KubernetesJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

class JobStatusTest {
    private static final String FIRST = "2026-01-01T12:00:00Z";
    private static final String SECOND = "2026-01-01T12:10:00Z";
    private static final String NOW = "2026-01-01T12:30:00Z";
    private static final Finish SUCCEEDED = new Finish("Succeeded", "Reached expected number of succeeded pods");

    private static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    private static ObjectNode running(String status) {
        return yaml("{spec: {suspend: false}, status: " + status + "}");
    }

    private static ObjectNode waiting(String status) {
        return yaml("{spec: {suspend: true}, status: " + status + "}");
    }

    private static ObjectNode started(String time) {
        return yaml("{active: 2, startTime: '" + time + "'}");
    }

    @Test
    void aJobIsOverOnceItIsCompleteOrHasFailed() {
        assertThat(JobStatus.isOver(running("{conditions: [{type: Complete, status: 'True'}]}")))
                .isTrue();
        assertThat(JobStatus.isOver(running("{conditions: [{type: Failed, status: 'True'}]}")))
                .isTrue();
        assertThat(JobStatus.isOver(running("{conditions: [{type: SuccessCriteriaMet, status: 'True'}]}")))
                .isFalse();
    }

    @Test
    void aStartThereIsShownHereOnlyOnceItIsStartedHere() {
        assertThat(JobStatus.whileItRuns(waiting("{}"), started(FIRST))).isInstanceOf(StatusStep.NotYet.class);
        assertThat(JobStatus.whileItRuns(running("{}"), started(FIRST)))
                .isEqualTo(new StatusStep.Write(started(FIRST)));
        assertThat(JobStatus.whileItRuns(running("{active: 2, startTime: '" + FIRST + "'}"), started(FIRST)))
                .isInstanceOf(StatusStep.Same.class);
    }

    @Test
    void aStartThatTheApiWouldRefuseIsNotWritten() {
        ObjectNode local = running("{active: 2, startTime: '" + FIRST + "'}");

        assertThat(JobStatus.runsAgain(local, started(SECOND))).isTrue();
        assertThat(JobStatus.whileItRuns(local, started(SECOND))).isInstanceOf(StatusStep.NotYet.class);
        assertThat(JobStatus.runsAgain(local, yaml("{}")))
                .as("it was stopped there: why will be told of its replica")
                .isFalse();
        assertThat(JobStatus.whileItRuns(local, yaml("{}"))).isInstanceOf(StatusStep.NotYet.class);
        assertThat(JobStatus.runsAgain(waiting("{startTime: '" + FIRST + "'}"), started(SECOND)))
                .as("it is being stopped here")
                .isFalse();
    }

    @Test
    void whatIsCountedDoesNotGoBackWhereItStartsOverAndAnEndIsNotAnnounced() {
        assertThat(JobStatus.whileItRuns(
                        running("{failed: 2, succeeded: 1}"),
                        yaml("{active: 1, failed: 1, startTime: '" + SECOND
                                + "', conditions: [{type: FailureTarget, status: 'True'}]}")))
                .isEqualTo(new StatusStep.Write(
                        yaml("{active: 1, failed: 2, startTime: '" + SECOND + "', succeeded: 1}")));
    }

    @Test
    void itsLastStatusIsThatOfTheRemoteJobWithTheStartThatWasShownFirst() {
        ObjectNode last = yaml("{succeeded: 1, startTime: '" + SECOND + "', completionTime: '" + SECOND
                + "', conditions: [{type: SuccessCriteriaMet, status: 'True'}, {type: Complete, status: 'True'}]}");

        assertThat(JobStatus.inTheEnd(running("{active: 1}"), last, SUCCEEDED, NOW))
                .isEqualTo(new StatusStep.Write(last));
        assertThat(JobStatus.inTheEnd(running("{active: 1, startTime: '" + FIRST + "'}"), last, SUCCEEDED, NOW))
                .isEqualTo(new StatusStep.Write(last.deepCopy().put("startTime", FIRST)));
        assertThat(JobStatus.inTheEnd(waiting("{}"), last, SUCCEEDED, NOW))
                .as("the API takes no end of a job that was not started")
                .isInstanceOf(StatusStep.NotYet.class);
        assertThat(JobStatus.inTheEnd(running(last.toString()), last, SUCCEEDED, NOW))
                .isInstanceOf(StatusStep.Same.class);
    }

    @ParameterizedTest
    @CsvSource({"Succeeded, SuccessCriteriaMet, Complete", "FailedToStart, FailureTarget, Failed"})
    void whereNoEndCanBeReadItIsDeclaredAsTheReplicaHasIt(String reason, String announced, String end) {
        ObjectNode declared = yaml("""
            succeeded: 1
            startTime: '%1$s'
            conditions:
            - {type: %3$s, status: 'True', lastProbeTime: '%2$s', lastTransitionTime: '%2$s', reason: %5$s, message: why}
            - {type: %4$s, status: 'True', lastProbeTime: '%2$s', lastTransitionTime: '%2$s', reason: %5$s, message: why}
            """.formatted(FIRST, NOW, announced, end, reason));
        if (end.equals("Complete")) {
            declared.put("completionTime", NOW);
        }
        ObjectNode local = running("{active: 1, ready: 1, succeeded: 1, startTime: '" + FIRST + "'}");
        Finish finish = new Finish(reason, "why");

        assertThat(JobStatus.inTheEnd(local, MissingNode.getInstance(), finish, NOW))
                .isEqualTo(new StatusStep.Write(declared));
        assertThat(JobStatus.inTheEnd(local, started(FIRST), finish, NOW))
                .as("there, and not over")
                .isEqualTo(new StatusStep.Write(declared));
    }

    @Test
    void aJobThatWasStoppedHereShowsThatAndHasNoPods() {
        ObjectNode stopped = JobStatus.stopped(yaml("""
            spec: {suspend: true}
            status:
              active: 2
              ready: 2
              startTime: '2026-01-01T00:00:00Z'
              conditions: [{type: Suspended, status: 'False'}]
            """), "2026-01-01T00:01:00Z");

        assertThat(stopped).isEqualTo(yaml("""
            ready: 0
            conditions:
            - type: Suspended
              status: 'True'
              lastProbeTime: '2026-01-01T00:01:00Z'
              lastTransitionTime: '2026-01-01T00:01:00Z'
              reason: JobSuspended
              message: Job suspended
            """));
        assertThat(JobStatus.stopped(yaml("{spec: {suspend: true}, status: {}}"), "now"))
                .isNull();
        assertThat(JobStatus.stopped(yaml("{spec: {suspend: false}, status: {active: 1}}"), "now"))
                .isNull();
    }
}
