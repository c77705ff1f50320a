package dev.turnstile.worker;

import static dev.turnstile.worker.PodCluster.condition;
import static dev.turnstile.worker.PodCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ApiResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

@Timeout(300)
@ResourceLock("shared cluster") // One worker at a time manages all of it.
class PodStoriesIT {
    private static final String OTHER_GATE = ", {name: example.com/mine}]";

    @Test
    void aPodIsAdmittedInOnePatchAndFinishes() {
        try (var cluster = new PodCluster("single", "")) {
            cluster.flavor();
            cluster.queue("main", "2", "");
            cluster.pod("one", "main", "1", "", "", OTHER_GATE);
            eventually("it is admitted", () -> cluster.told("one", "Started", "Admitted by clusterQueue") == 1);

            JsonNode pod = cluster.pod("one");
            assertThat(pod.path("spec").path("schedulingGates").toString())
                    .isEqualTo("[{\"name\":\"example.com/mine\"}]");
            assertThat(pod.path("spec").path("nodeSelector").path("instance").asString())
                    .isEqualTo("on-demand");
            assertThat(pod.path("metadata")
                            .path("labels")
                            .path("kueue.x-k8s.io/local-queue-name")
                            .asString())
                    .isEqualTo("main");
            JsonNode workload = cluster.workloadOf("one");
            String name = workload.path("metadata").path("name").asString();
            assertThat(name).matches("pod-one-[0-9a-f]{5}");
            assertThat(pod.path("metadata")
                            .path("annotations")
                            .path("kueue.x-k8s.io/workload")
                            .asString())
                    .isEqualTo(name);
            assertThat(workload.path("spec")
                            .path("podSets")
                            .path(0)
                            .path("name")
                            .asString())
                    .isEqualTo("main");

            cluster.patch(PodCluster.POD, "one", "", "{spec: {schedulingGates: null}}");
            cluster.eventuallyRuns("one");
            cluster.eventuallySays(name, "PodsReady", "True Started");
            cluster.ends("one", "Succeeded");
            cluster.eventuallySays(name, "Finished", "True Succeeded");
            eventually(
                    "its finalizer goes",
                    () -> cluster.pod("one").path("metadata").path("finalizers").isEmpty());
            eventually("its quota is back", () -> cluster.used("main").equals("0"));
        }
    }

    @Test
    void aGroupReplacesAFailedPodLosesAnExcessOneAndFinishes() {
        try (var cluster = new PodCluster("group", "")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            cluster.member("grp", 3, "p1", "1", "");
            cluster.member("grp", 3, "p2", "1", "");
            eventually(
                    "the group is incomplete",
                    () -> cluster.told("p1", "ErrWorkloadCompose", "'grp' group has fewer runnable pods") == 1);
            cluster.member("grp", 3, "p3", "2", "");
            cluster.eventuallyRuns("p1");
            cluster.eventuallyRuns("p2");
            cluster.eventuallyRuns("p3");
            JsonNode podSets = cluster.workload("grp").path("spec").path("podSets");
            assertThat(podSets.path(0).path("name").asString()).isEqualTo("4b0469f7");
            assertThat(podSets.path(0).path("count").asInt()).isEqualTo(2);
            assertThat(podSets.path(1).path("name").asString()).isEqualTo("c3465716");
            assertThat(cluster.workload("grp").path("metadata").path("ownerReferences"))
                    .hasSize(3);
            cluster.eventuallySays("grp", "PodsReady", "True Started");

            cluster.ends("p1", "Failed");
            cluster.eventuallySays(
                    "grp", "WaitingForReplacementPods", "True PodsFailed Some Failed pods need replacement");
            cluster.eventuallySays("grp", "PodsReady", "False WaitForRecovery");
            assertThat(cluster.pod("p1").path("metadata").path("finalizers")).hasSize(1);

            cluster.member("grp", 3, "p1b", "1", "");
            cluster.eventuallyRuns("p1b");
            cluster.eventuallySays("grp", "WaitingForReplacementPods", "False PodsReady No pods need replacement");
            cluster.eventuallySays("grp", "PodsReady", "True Recovered");
            eventually(
                    "p1 may go",
                    () -> cluster.pod("p1").path("metadata").path("finalizers").isEmpty());
            cluster.eventuallyTold("grp", "OwnerReferencesAdded", "Added 1 owner reference(s)");

            cluster.member("grp", 3, "p4", "1", "");
            eventually("p4 is one too many", () -> !cluster.isThere("p4"));
            cluster.eventuallyTold("p4", "ExcessPodDeleted", "Excess pod deleted");

            cluster.ends("p2", "Succeeded");
            cluster.ends("p1b", "Succeeded");
            eventually(
                    "two give their quota back",
                    () -> cluster.workload("grp")
                                    .path("status")
                                    .path("reclaimablePods")
                                    .path(0)
                                    .path("count")
                                    .asInt()
                            == 2);
            eventually("only p3 uses quota", () -> cluster.used("main").equals("2"));
            cluster.ends("p3", "Succeeded");
            cluster.eventuallySays("grp", "Finished", "True Succeeded Pods succeeded: 3/3.");

            for (String pod : new String[] {"p1", "p1b", "p2", "p3"}) {
                cluster.delete(PodCluster.POD, pod, "");
            }
            for (String pod : new String[] {"p1", "p1b", "p2", "p3"}) {
                eventually(pod + " is gone", () -> !cluster.isThere(pod));
            }
            eventually(
                    "it has no finalizer",
                    () -> cluster.workload("grp")
                            .path("metadata")
                            .path("finalizers")
                            .isEmpty());
            eventually("nothing is left", () -> cluster.workload("grp").isMissingNode());
        }
    }

    @Test
    void aReplacementWithASchedulingGateWaitsUntilThatGoes() {
        try (var cluster = new PodCluster("held", "SchedulingGatedBy: true")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            cluster.member("grp", 2, "p1", "1", "");
            cluster.member("grp", 2, "p2", "1", "");
            cluster.eventuallyRuns("p1");
            cluster.eventuallyRuns("p2");
            cluster.ends("p1", "Failed");
            cluster.eventuallySays("grp", "WaitingForReplacementPods", "True PodsFailed");

            cluster.member("grp", 2, "p1b", "1", "kueue.x-k8s.io/scheduling-gated-by: example.com/mine");
            cluster.eventuallyTold("grp", "OwnerReferencesAdded", "Added 1 owner reference(s)");
            cluster.eventuallyTold("p1b", "SchedulingGated", "Held by scheduling gate");
            assertThat(cluster.pod("p1b").path("spec").path("schedulingGates")).hasSize(1);

            cluster.patch(
                    PodCluster.POD, "p1b", "", "{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: null}}}");
            cluster.eventuallyRuns("p1b");
        }
    }

    @Test
    void aPreemptedGroupWaitsForReplacementsAndComesBack() {
        try (var cluster = new PodCluster("preempted", "PodIntegrationFastQuotaRelease: false")) {
            cluster.flavor();
            cluster.queue("main", "4", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(PodCluster.PRIORITY, "{metadata: {name: %s}, value: 100}".formatted(cluster.own("high")));
            cluster.member("low", 2, "l1", "2", "");
            cluster.member("low", 2, "l2", "1", "");
            cluster.eventuallyRuns("l1");
            cluster.eventuallyRuns("l2");
            cluster.pod("top", "main", "4", "kueue.x-k8s.io/priority-class: " + cluster.own("high"), "", "");
            cluster.eventuallyRuns("top");
            JsonNode low = cluster.workload("low");
            assertThat(condition(low, "WaitingForReplacementPods"))
                    .startsWith("True Preempted Preempted to accommodate");
            assertThat(condition(low, "Requeued")).startsWith("True Preempted");
            cluster.eventuallyTold("l1", "Stopped", "Preempted to accommodate");
            assertThat(condition(cluster.pod("l1"), "TerminationTarget"))
                    .startsWith("True WorkloadEvictedDueToPreempted");

            cluster.member("low", 2, "l1b", "2", "");
            cluster.member("low", 2, "l2b", "1", "");
            cluster.eventuallySays("low", "WaitingForReplacementPods", "False PodsReady");
            eventually("the old ones are gone", () -> !cluster.isThere("l1") && !cluster.isThere("l2"));
            cluster.eventuallySays("low", "QuotaReserved", "False WaitingForQuota");
            cluster.ends("top", "Succeeded");
            cluster.eventuallyRuns("l1b");
            cluster.eventuallyRuns("l2b");
            eventually("its quota counts", () -> cluster.used("main").equals("3"));
        }
    }

    @Test
    void aDisagreementIsReportedAndEverythingElseGoesOn() {
        try (var cluster = new PodCluster("disagree", "")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            cluster.member("odd", 2, "a", "1", "");
            cluster.member("odd", 3, "b", "1", "");
            eventually(
                    "they are told",
                    () -> cluster.told(
                                    "b",
                                    "ErrWorkloadCompose",
                                    "pods 'a' and 'b' has different 'kueue.x-k8s.io/pod-group-total-count' values:"
                                            + " 2!=3")
                            == 1);
            assertThat(cluster.workload("odd").isMissingNode()).isTrue();
            cluster.pod("fine", "main", "1", "", "", "");
            cluster.eventuallyRuns("fine");
            cluster.delete(PodCluster.POD, "b", "");
            eventually("b is gone", () -> !cluster.isThere("b"));
            cluster.member("odd", 2, "c", "1", "");
            cluster.eventuallyRuns("a");
            cluster.eventuallyRuns("c");
        }
    }

    @Test
    void ofAGroupTheStrictestMemberHolds() {
        try (var cluster = new PodCluster("strict", "WorkloadAdmissionConstraints: true")) {
            cluster.flavor();
            cluster.queue("main", "2", "preemption: {withinClusterQueue: LowerPriority},");
            cluster.create(PodCluster.PRIORITY, "{metadata: {name: %s}, value: 100}".formatted(cluster.own("high")));
            cluster.pod("low", "main", "2", "", "", "");
            cluster.eventuallyRuns("low");
            String urgent = ", kueue.x-k8s.io/priority-class: " + cluster.own("high");
            cluster.member("grp" + urgent, 2, "g1", "1", "kueue.x-k8s.io/cannot-preempt: 'true'");
            cluster.member("grp" + urgent, 2, "g2", "1", "");

            cluster.eventuallySays(
                    "grp",
                    "QuotaReserved",
                    "False AdmissionConstrained Workload could be admitted if it were allowed to preempt");
            cluster.eventuallyTold("grp", "AdmissionConstrained", "Workload could be admitted");
            assertThat(condition(cluster.workloadOf("low"), "Evicted")).isEmpty();

            cluster.ends("low", "Succeeded");
            cluster.eventuallyRuns("g1");
            cluster.eventuallyRuns("g2");
        }
    }

    @Test
    void onePodOfAGroupThatMustNotFailEndsIt() {
        try (var cluster = new PodCluster("once", "")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            cluster.member("nr", 2, "n1", "1", "kueue.x-k8s.io/retriable-in-group: 'false'");
            cluster.member("nr", 2, "n2", "1", "");
            cluster.eventuallyRuns("n1");
            cluster.eventuallyRuns("n2");
            cluster.ends("n1", "Failed");
            cluster.eventuallySays("nr", "WaitingForReplacementPods", "True PodsFailed");
            cluster.ends("n2", "Succeeded");
            cluster.eventuallySays("nr", "Finished", "True Succeeded Pods succeeded: 1/2.");
        }
    }

    @Test
    void aGroupMayBeAdmittedBeforeItIsComplete() {
        try (var cluster = new PodCluster("early", "")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            cluster.member("fast", 2, "f1", "1", "kueue.x-k8s.io/pod-group-fast-admission: 'true'");
            cluster.eventuallyRuns("f1");
            eventually("quota for both", () -> cluster.used("main").equals("2"));
            cluster.member("fast", 2, "f2", "1", "kueue.x-k8s.io/pod-group-fast-admission: 'true'");
            cluster.eventuallyRuns("f2");
            cluster.eventuallySays("fast", "PodsReady", "True Started");
        }
    }

    @Test
    void aJobUsesTheWorkloadThatWasThereBeforeIt() {
        try (var cluster = new PodCluster("prebuilt", "")) {
            cluster.flavor();
            cluster.queue("main", "4", "");
            // A replica is a copy of what was made from a Job that the API had filled in.
            var pattern = cluster.create(ApiResource.JOB, """
                metadata: {name: pattern, namespace: %s}
                spec:
                  suspend: true
                  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}
                """.formatted(cluster.namespace));
            cluster.create(PodCluster.WORKLOAD, """
                metadata: {name: replica, namespace: %s}
                spec:
                  queueName: main
                  podSets:
                  - name: main
                    count: 2
                    template: {spec: %s}
                """.formatted(cluster.namespace, pattern.at("/spec/template/spec")));
            cluster.eventuallySays("replica", "Admitted", "True");
            cluster.create(ApiResource.JOB, """
                metadata:
                  name: sample
                  namespace: %s
                  labels: {kueue.x-k8s.io/queue-name: main}
                  annotations: {kueue.x-k8s.io/prebuilt-workload-name: replica}
                spec:
                  suspend: true
                  parallelism: 2
                  completions: 2
                  template: {spec: {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '1'}}}]}}
                """.formatted(cluster.namespace));
            eventually(
                    "the Job runs",
                    () -> !cluster.get(ApiResource.JOB, "sample")
                            .path("spec")
                            .path("suspend")
                            .asBoolean(true));
            JsonNode owner = cluster.workload("replica")
                    .path("metadata")
                    .path("ownerReferences")
                    .path(0);
            assertThat(owner.path("name").asString()).isEqualTo("sample");
            assertThat(owner.path("controller").asBoolean()).isTrue();
        }
    }

    @Test
    void aScrapeSaysHowFastGatesGoAndWhichPodsWillNotEnd() {
        try (var cluster = new PodCluster("measured", "")) {
            cluster.flavor();
            cluster.queue("main", "2", "");
            cluster.pod("stays", "main", "1", "", "", OTHER_GATE);
            eventually("it is admitted", () -> cluster.told("stays", "Started", "Admitted by clusterQueue") == 1);
            String queue = "cluster_queue=\"" + cluster.own("main") + "\"";
            assertThat(cluster.scrape().lines())
                    .contains("kueue_pod_scheduling_gate_removal_seconds_count{" + queue
                            + ",is_group=\"false\",name=\"kueue.x-k8s.io/admission\",replica_role=\"standalone\"} 1")
                    .contains("kueue_pods_terminating_beyond_grace_period{" + queue
                            + ",replica_role=\"standalone\"} 0.0");

            cluster.patch(
                    PodCluster.POD,
                    "stays",
                    "",
                    "{metadata: {finalizers: [kueue.x-k8s.io/managed, example.com/stuck]}}");
            cluster.delete(PodCluster.POD, "stays", "gracePeriodSeconds: 1");
            eventually(
                    "it is counted as overdue",
                    () -> cluster.scrape()
                            .contains("kueue_pods_terminating_beyond_grace_period{" + queue
                                    + ",replica_role=\"standalone\"} 1.0"));
            cluster.patch(PodCluster.POD, "stays", "", "{metadata: {finalizers: null}}");
            eventually("it is gone", () -> !cluster.isThere("stays"));
            eventually(
                    "nothing is overdue",
                    () -> cluster.scrape()
                            .contains("kueue_pods_terminating_beyond_grace_period{" + queue
                                    + ",replica_role=\"standalone\"} 0.0"));
        }
    }
}
