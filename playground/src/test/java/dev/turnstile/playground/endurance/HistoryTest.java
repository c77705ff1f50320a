package dev.turnstile.playground.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Histories that are broken on purpose are noticed, and those that are as they should be are not. */
class HistoryTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
    private static final Instant END = START.plusSeconds(600);
    private static final String ONE = "worker-1";
    private static final String TWO = "worker-2";

    private final Faults faults = new Faults();
    private final History history = new History(faults);

    private static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    private void event(String cluster, long seconds, String yaml) {
        history.observe(cluster, new ApiObject((ObjectNode) YAML.readTree(yaml)), false, at(seconds));
    }

    private void gone(String cluster, long seconds, String yaml) {
        history.observe(cluster, new ApiObject((ObjectNode) YAML.readTree(yaml)), true, at(seconds));
    }

    /** A pod of Job {@code job} that began at that time. */
    private static String pod(String uid, String job, String phase, long since) {
        return """
            {kind: Pod, metadata: {name: %1$s, uid: %1$s, labels: {batch.kubernetes.io/job-name: train, batch.kubernetes.io/controller-uid: %2$s}},
             spec: {containers: [{resources: {requests: {cpu: '3'}}}]},
             status: {phase: %3$s, containerStatuses: [{state: {running: {startedAt: '%4$s'}}}]}}
            """.formatted(uid, job, phase, at(since));
    }

    private static String groupPod(String uid, String phase, long since) {
        return pod(uid, "none", phase, since)
                .replaceAll("labels: \\{[^}]*}", "labels: {kueue.x-k8s.io/pod-group-name: train}");
    }

    private void ran(String cluster, String pod, String job, long from, long to) {
        event(cluster, from, pod(pod, job, "Running", from));
        event(cluster, to, pod(pod, job, "Succeeded", from));
    }

    private static String job(String uid, long created, long complete) {
        return """
            {kind: Job, metadata: {name: train, uid: %s, creationTimestamp: '%s'},
             status: {conditions: [{type: Complete, status: 'True', lastTransitionTime: '%s'}]}}
            """.formatted(uid, at(created), at(complete));
    }

    private static String group(String uid, long created, long finished) {
        return """
            {kind: Workload, metadata: {name: train, uid: %s, creationTimestamp: '%s', annotations: {kueue.x-k8s.io/is-group-workload: 'true'}},
             status: {conditions: [{type: Finished, status: 'True', reason: Succeeded, lastTransitionTime: '%s'}]}}
            """.formatted(uid, at(created), at(finished));
    }

    private static String evicted(long time) {
        return """
            {kind: Workload, metadata: {name: job-train, ownerReferences: [{kind: Job, name: train}]},
             status: {conditions: [{type: Evicted, status: 'True', lastTransitionTime: '%s'}]}}
            """.formatted(at(time));
    }

    private List<String> violations() {
        return history.violations(END);
    }

    @Test
    void aTaskInTwoClustersAtOnceIsNoticed() {
        ran(ONE, "a", "one", 0, 30);
        ran(TWO, "b", "two", 10, 40);
        assertThat(violations()).singleElement().asString().startsWith("runs in two clusters for 20 s: train in");
    }

    @Test
    void aClusterOutOfReachCannotBeStopped() {
        ran(ONE, "a", "one", 0, 30);
        ran(TWO, "b", "two", 10, 40);
        faults.atFault(ONE, at(5), at(25));
        assertThat(violations()).isEmpty();
    }

    @Test
    void aFaultElsewhereExcusesNothing() {
        ran(ONE, "a", "one", 0, 30);
        ran(TWO, "b", "two", 10, 40);
        faults.atFault("worker-3", at(5), at(25));
        faults.atFault(ONE, at(60), at(70));
        assertThat(violations()).hasSize(1);
    }

    @Test
    void whatNeverEndsRunsUntilNow() {
        event(ONE, 0, pod("a", "one", "Running", 0));
        event(TWO, 10, pod("b", "two", "Running", 10));
        assertThat(violations()).singleElement().asString().startsWith("runs in two clusters for 590 s");
    }

    @Test
    void aPodThatIsGoneRunsNoLonger() {
        event(ONE, 0, pod("a", "one", "Running", 0));
        gone(ONE, 9, pod("a", "one", "Running", 0));
        ran(TWO, "b", "two", 10, 40);
        assertThat(violations()).isEmpty();
    }

    @Test
    void aClusterBeyondItsQuotaIsNoticed() {
        ran(ONE, "a", "one", 0, 30);
        ran(ONE, "b", "one", 0, 30);
        ran(ONE, "c", "one", 5, 30);
        assertThat(violations()).singleElement().asString().startsWith("worker-1 runs pods of 9 cpu");
    }

    @Test
    void somebodyWhoStopsForAnotherCountsForAMoment() {
        ran(ONE, "a", "one", 0, 30);
        ran(ONE, "b", "one", 0, 30);
        ran(ONE, "c", "one", 25, 60);
        assertThat(violations()).isEmpty();
    }

    @Test
    void aJobThatRunsAgainIsNoticed() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 10, job("one", 0, 10));
        ran(TWO, "b", "two", 15, 20);
        assertThat(violations()).singleElement().asString().startsWith("runs again: train in worker-2");
    }

    @Test
    void aJobThatRunsAgainInTheSameClusterIsNoticed() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 10, job("one", 0, 10));
        ran(ONE, "b", "another", 15, 20);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void aGroupThatRunsAgainIsNoticed() {
        event(ONE, 0, groupPod("a", "Running", 0));
        event(ONE, 10, groupPod("a", "Succeeded", 0));
        event(ONE, 10, group("one", 0, 10));
        event(TWO, 15, groupPod("b", "Running", 15));
        event(TWO, 20, groupPod("b", "Succeeded", 15));
        assertThat(violations()).singleElement().asString().startsWith("runs again: train in worker-2");
    }

    @Test
    void whatIsReportedAsDoneMayNotRunAgain() {
        event(ProcessFleet.MANAGER, 12, job("local", 0, 12));
        ran(TWO, "b", "two", 15, 20);
        assertThat(violations()).singleElement().asString().contains("the manager reported");
    }

    @Test
    void anEvictionBeforeTheManagerKnowsIsAnExcuse() {
        ran(ONE, "a", "one", 0, 10);
        event(ProcessFleet.MANAGER, 8, evicted(8));
        event(ONE, 10, job("one", 0, 10));
        ran(TWO, "b", "two", 15, 20);
        assertThat(violations()).isEmpty();
    }

    @Test
    void anEvictionLongAfterwardsIsAnExcuseOnlyDuringAFault() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 10, job("one", 0, 10));
        event(ProcessFleet.MANAGER, 40, evicted(40));
        ran(TWO, "b", "two", 45, 50);
        assertThat(violations()).hasSize(1);
        faults.atFault(ONE, at(9), at(39));
        assertThat(violations()).isEmpty();
    }

    @Test
    void aDeactivationEndsWhatNobodyCouldReportAsComplete() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 10, job("one", 0, 10));
        event(ProcessFleet.MANAGER, 20, """
            {kind: Workload, metadata: {name: job-train, ownerReferences: [{kind: Job, name: train}]}, spec: {active: false}}
            """);
        ran(TWO, "b", "two", 25, 30);
        assertThat(violations()).hasSize(1);
        faults.atFault(Faults.servicesOf(ONE), at(2), at(40));
        assertThat(violations()).isEmpty();
    }

    @Test
    void anEvictionOfAnEarlierLifeIsNoExcuse() {
        event(ProcessFleet.MANAGER, 1, evicted(1));
        event(ONE, 10, job("one", 4, 10));
        ran(TWO, "b", "two", 15, 20);
        assertThat(violations()).hasSize(1);
    }

    @Test
    void anEvictionOfWhatIsDoneIsNoExcuse() {
        event(ONE, 10, job("one", 0, 10));
        event(ProcessFleet.MANAGER, 11, job("local", 0, 11));
        event(ProcessFleet.MANAGER, 12, evicted(12));
        ran(TWO, "b", "two", 15, 20);
        assertThat(violations()).hasSize(2);
    }

    @Test
    void whatAStoreHasForgottenIsNotCounted() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 10, job("one", 0, 10));
        ran(TWO, "b", "two", 15, 20);
        faults.forgotten(ONE, at(5), at(12));
        assertThat(violations()).isEmpty();
    }

    @Test
    void whatIsCompleteAndNeverRanIsNoticed() {
        Task task = new Task("train", Task.Kind.DISPATCHED_JOB, ProcessFleet.MANAGER, "low", 1, 1, 1);
        event(ProcessFleet.MANAGER, 12, job("local", 0, 12));
        assertThat(history.neverRan(List.of(task))).hasSize(1);
        ran(TWO, "b", "two", 5, 10);
        assertThat(history.neverRan(List.of(task))).isEmpty();
    }

    @Test
    void figuresCountEveryPodOnce() {
        ran(ONE, "a", "one", 0, 10);
        event(ONE, 20, pod("a", "one", "Running", 0));
        ran(ONE, "b", "one", 0, 10);
        assertThat(history.runs()).isEqualTo(2);
        assertThat(Duration.between(START, END)).isPositive();
    }
}
