package dev.turnstile.manager;

import static dev.turnstile.manager.FleetObjects.MANAGER;
import static dev.turnstile.manager.FleetObjects.WORKLOAD;
import static dev.turnstile.manager.FleetObjects.eventually;
import static dev.turnstile.manager.FleetObjects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.manager.cluster.RemoteSession;
import dev.turnstile.manager.cluster.RemoteStores;
import dev.turnstile.manager.group.GroupMemory;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.AuditSettings.Mode;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Watched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * A manager whose memory was broken on purpose while it decides: what it was shown does not exist, or it has lost what
 * it knew. No worker-service runs; quota is reserved by hand.
 */
@Tag("embedded-only") // Nothing here depends on the kind of cluster.
@Timeout(120)
class GroupAuditIT {
    private static TestFleet fleet;
    private static ManagerRuntime manager;
    private static String namespace;
    private final List<Finding> found = new ArrayList<>();

    /** What is wrong. */
    enum Fault {
        /** The event that it was deleted was lost. Where nothing of that name is left, its deletion would show that. */
        A_REPLICA_THAT_IS_GONE("replica_without_owner", "phantom") {
            @Override
            void happens() {
                Watched.shows(session().workloads(), object("Workload", "kueue.x-k8s.io/v1beta2", subject));
            }
        },
        A_REMOTE_JOB_THAT_IS_GONE("job_without_replica", "stray") {
            @Override
            void happens() {
                Watched.shows(RemoteStores.jobs(session()), object("Job", "batch/v1", subject));
            }
        },
        A_GROUP_THAT_WAS_FORGOTTEN("group_undecided", "dispatched") {
            @Override
            void happens() {
                manager.memories().forget(key(subject));
            }
        };

        final String kind;
        final String subject;

        Fault(String kind, String subject) {
            this.kind = kind;
            this.subject = subject;
        }

        abstract void happens();
    }

    private static ObjectKey key(String name) {
        return new ObjectKey(namespace, name);
    }

    private static RemoteSession session() {
        return Objects.requireNonNull(
                Objects.requireNonNull(manager.remotes().get("worker1")).session());
    }

    /** One of ours, newer than anything that a list could show. */
    private static ObjectNode object(String kind, String apiVersion, String name) {
        return yaml("""
            {apiVersion: %s, kind: %s, metadata: {namespace: %s, name: %s, uid: %s, resourceVersion: '999999999999',
            labels: {kueue.x-k8s.io/multikueue-origin: %s}, annotations: {kueue.x-k8s.io/prebuilt-workload-name: %s}},
            spec: {queueName: main, podSets: []}}\
            """.formatted(
                apiVersion, kind, namespace, name, name, manager.remotes().origin(), name));
    }

    @BeforeAll
    static void start() {
        fleet = new TestFleet(List.of("worker1"), false);
        manager = fleet.startManager("", "MultiKueueOrchestratedPreemption: true");
        namespace = fleet.queues("audited", "4");
        fleet.create(MANAGER, WORKLOAD, namespace, """
            {metadata: {name: dispatched, namespace: %s}, spec: {queueName: main, podSets: [{name: main, count: 1,
            template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources:
            {requests: {cpu: '1'}}}]}}}]}}\
            """.formatted(namespace));
        fleet.patchStatus(MANAGER, WORKLOAD, namespace, "dispatched", """
            {status: {admission: {clusterQueue: %s, podSetAssignments: [{name: main, count: 1, flavors: {cpu: default},
            resourceUsage: {cpu: '1'}}]}, conditions: [{type: QuotaReserved, status: 'True', reason: QuotaReserved,
            message: '', lastTransitionTime: '2026-01-01T12:00:00Z'}], admissionChecks: [{name: mk, state: Pending,
            message: '', lastTransitionTime: '2026-01-01T12:00:00Z'}]}}\
            """.formatted(namespace));
        ofSomebodyElse();
        eventually("the replica is known", () -> session().workloads().get(key("dispatched")) != null);
    }

    /**
     * Objects with the names of those that are gone; they are not ours, so the manager neither reads nor deletes them.
     */
    private static void ofSomebodyElse() {
        String podSpec =
                "{restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu:"
                        + " '1'}}}]}";
        fleet.create("worker1", WORKLOAD, namespace, """
            {metadata: {name: phantom, namespace: %s}, spec: {queueName: main, podSets: [{name: main, count: 1,
            template: {spec: %s}}]}}\
            """.formatted(namespace, podSpec));
        fleet.create("worker1", ApiResource.JOB, namespace, """
            {metadata: {name: stray, namespace: %s}, spec: {suspend: true, template: {spec: %s}}}\
            """.formatted(namespace, podSpec));
    }

    @AfterAll
    static void stop() {
        manager.close();
        fleet.close();
    }

    @BeforeEach
    void atRest() {
        manager.enqueueEverything();
        eventually(
                "the group was decided about",
                () -> manager.memories()
                        .of(key("dispatched"))
                        .map(GroupMemory::placement)
                        .filter(words -> !words.isEmpty())
                        .isPresent());
    }

    private Auditor auditor(Mode mode) {
        Auditor auditor = manager.auditor(new AuditSettings(mode, Duration.ofMinutes(1), Duration.ofMinutes(10)));
        auditor.whenFound(found::add);
        return auditor;
    }

    /** Until the manager has done what it could: it decides again, and removes what is not there. */
    private static void settle() throws InterruptedException {
        Thread.sleep(1_000);
    }

    @Test
    void nothingIsFoundInAWholeFleet() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        for (int i = 0; i < 4; i++) {
            auditor.pass();
        }

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aFaultIsFoundInTwoPassesAndRepairedByReadingAgain(Fault fault) throws InterruptedException {
        Auditor report = auditor(Mode.REPORT);
        Auditor repair = auditor(Mode.REPAIR);
        fault.happens();
        settle();
        report.pass();
        assertThat(found).as("after one pass").isEmpty();
        report.pass();
        report.pass();
        assertThat(found)
                .as("by two passes that touch nothing")
                .hasSize(2)
                .allSatisfy(finding -> assertThat(finding.kind()).isEqualTo(fault.kind))
                .allSatisfy(finding -> assertThat(finding.subject()).isEqualTo(key(fault.subject)));
        assertThat(report.counts().repairs(fault.kind)).isZero();

        repair.pass();
        repair.pass();

        assertThat(repair.counts().repairs(fault.kind)).isEqualTo(1);
        settle();
        found.clear();
        repair.pass();
        repair.pass();
        assertThat(found).as("after the repair").isEmpty();
    }

    @Test
    void aGateThatNobodyRemembersToHaveOpened() throws InterruptedException {
        gate("Open", "2026-01-01T12:00:01Z");
        Auditor auditor = auditor(Mode.REPORT);
        auditor.pass();
        auditor.pass();

        assertThat(found)
                .singleElement()
                .satisfies(finding -> assertThat(finding.kind()).isEqualTo("gate_not_remembered"))
                .satisfies(finding -> assertThat(finding.history()).contains("its placement: "));
        gate("Closed", "2026-01-01T12:00:02Z");
        found.clear();
        auditor.pass();
        auditor.pass();
        assertThat(found).isEmpty();
    }

    private static void gate(String state, String since) throws InterruptedException {
        fleet.patchStatus(
                "worker1",
                WORKLOAD,
                namespace,
                "dispatched",
                "{status: {preemptionGates: [{name: kueue.x-k8s.io/multikueue, state: %s, lastTransitionTime: '%s'}]}}"
                        .formatted(state, since));
        settle();
    }

    @Test
    void whatIsGoneBeforeTheSecondPassIsNoFault() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        Fault.A_REPLICA_THAT_IS_GONE.happens();
        settle();
        auditor.pass();
        Watched.ends(session().workloads(), object("Workload", "kueue.x-k8s.io/v1beta2", "phantom"));
        auditor.pass();

        assertThat(found).isEmpty();
    }
}
