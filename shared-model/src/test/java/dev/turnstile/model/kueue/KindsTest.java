package dev.turnstile.model.kueue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.quantity.Quantity;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class KindsTest {
    private static final String WORKLOAD = """
        {
          "apiVersion": "kueue.x-k8s.io/v1beta2",
          "kind": "Workload",
          "fromTheFuture": true,
          "metadata": {
            "name": "job-sample-1bc95", "namespace": "team", "resourceVersion": "7",
            "creationTimestamp": "2026-11-18T12:00:00Z", "fromTheFuture": {"a": [1]},
            "ownerReferences": [{"apiVersion": "batch/v1", "kind": "Job", "name": "sample", "uid": "u",
              "controller": true, "blockOwnerDeletion": true}]
          },
          "spec": {
            "podSets": [{
              "name": "main", "count": 3, "minCount": 1, "topologyRequest": {"podIndexLabel": "x"},
              "template": {"metadata": {"labels": {"app": "demo"}},
                "spec": {"containers": [{"name": "c", "fromTheFuture": 1.5, "ports": [{"containerPort": 80}]}],
                  "activeDeadlineSeconds": 99999999999}}
            }],
            "queueName": "main", "priority": 10,
            "priorityClassRef": {"group": "kueue.x-k8s.io", "kind": "WorkloadPriorityClass", "name": "low"},
            "preemptionGates": [{"name": "kueue.x-k8s.io/multikueue"}],
            "admissionConstraints": {"preemption": "Never", "borrowing": "Sometimes"}
          },
          "status": {
            "admission": {"clusterQueue": "cq", "podSetAssignments": [
              {"name": "main", "flavors": {"cpu": "on-demand"}, "resourceUsage": {"cpu": 3, "memory": "1000Mi"}, "count": 3}]},
            "conditions": [{"type": "QuotaReserved", "status": "True", "reason": "QuotaReserved",
              "message": "Quota reserved in ClusterQueue cq", "observedGeneration": 1,
              "lastTransitionTime": "2026-11-18T12:00:01.987654Z", "fromTheFuture": "x"}],
            "admissionChecks": [{"name": "mk", "state": "Perhaps", "message": "", "lastTransitionTime": "2026-11-18T14:00:01+02:00"}],
            "requeueState": {"count": 2, "requeueAt": "2026-11-18T12:05:00Z"}
          }
        }
        """;

    @Test
    void aWorkloadIsReadWhateverElseItHolds() {
        Workload workload = KubernetesJson.read(WORKLOAD, Workload.class);

        assertThat(workload.getMetadata().getName()).isEqualTo("job-sample-1bc95");
        assertThat(workload.getMetadata().getCreationTimestamp())
                .isEqualTo(OffsetDateTime.parse("2026-11-18T12:00:00Z"));
        assertThat(workload.spec().active()).isTrue();
        assertThat(workload.spec().podSets()).singleElement().satisfies(podSet -> {
            assertThat(podSet.count()).isEqualTo(3);
            assertThat(podSet.template().at("/spec/containers/0/fromTheFuture").doubleValue())
                    .isEqualTo(1.5);
        });
        assertThat(workload.spec().priorityClassRef()).isEqualTo(PriorityClassRef.workloadPriorityClass("low"));
        assertThat(workload.status().conditions())
                .containsExactly(new Condition(
                        "QuotaReserved",
                        ConditionStatus.TRUE,
                        1L,
                        Instant.parse("2026-11-18T12:00:01Z"),
                        "QuotaReserved",
                        "Quota reserved in ClusterQueue cq"));
        assertThat(workload.status().admission())
                .isEqualTo(new Admission(
                        "cq",
                        List.of(new PodSetAssignment(
                                "main",
                                Map.of("cpu", "on-demand"),
                                Map.of("cpu", Quantity.of(3), "memory", Quantity.parse("1000Mi")),
                                3))));
        assertThat(workload.status().requeueState())
                .isEqualTo(new RequeueState(2, Instant.parse("2026-11-18T12:05:00Z")));
        assertThat(workload.status().reclaimablePods()).isEmpty();
        assertThat(workload.status().quotaReserved()).isTrue();
        assertThat(workload.status().admitted()).isFalse();
        assertThat(workload.status().finished()).isFalse();
    }

    @Test
    void anEnumValueThatWeDoNotKnowReadsAsMissing() {
        Workload workload = KubernetesJson.read(WORKLOAD, Workload.class);

        assertThat(workload.spec().admissionConstraints())
                .isEqualTo(new AdmissionConstraints(AdmissionConstraint.NEVER, null));
        assertThat(workload.status().admissionChecks())
                .singleElement()
                .satisfies(check ->
                        assertThat(check.lastTransitionTime()).isEqualTo(Instant.parse("2026-11-18T12:00:01Z")));
    }

    @Test
    void theClientsGsonReadsAndWritesTheSame() {
        Workload workload = KubernetesJson.read(WORKLOAD, Workload.class);

        Workload byGson = JSON.getGson().fromJson(WORKLOAD, Workload.class);
        assertThat(byGson).isEqualTo(workload);
        assertThat(KubernetesJson.mapper().readTree(JSON.getGson().toJson(workload)))
                .hasToString(KubernetesJson.write(workload));
    }

    @Test
    void theClientsGsonReadsLists() {
        String list =
                "{\"kind\":\"WorkloadList\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"c\"},\"items\":["
                        + WORKLOAD + "]}";

        WorkloadList byGson = JSON.getGson().fromJson(list, WorkloadList.class);

        assertThat(byGson.getItems()).containsExactly(KubernetesJson.read(WORKLOAD, Workload.class));
        assertThat(byGson.getMetadata().getResourceVersion()).isEqualTo("9");
        assertThat(byGson.getMetadata().getContinue()).isEqualTo("c");
        assertThat(byGson.getApiVersion()).isEqualTo("kueue.x-k8s.io/v1beta2");
    }

    @Test
    void whatIsWrittenHoldsNothingThatIsMissingAndReadsAsTheSame() {
        Workload workload = KubernetesJson.read(WORKLOAD, Workload.class);
        ObjectNode tree = KubernetesJson.tree(workload);

        assertThat(KubernetesJson.read(tree, Workload.class)).isEqualTo(workload);
        assertThat(tree.propertyNames()).containsExactlyInAnyOrder("apiVersion", "kind", "metadata", "spec", "status");
        assertThat(tree.path("metadata").propertyNames())
                .containsExactlyInAnyOrder(
                        "name", "namespace", "resourceVersion", "creationTimestamp", "ownerReferences");
        assertThat(tree.path("metadata").path("creationTimestamp").asString()).isEqualTo("2026-11-18T12:00:00Z");
        assertThat(tree.path("status").has("reclaimablePods")).isFalse();
        assertThat(tree.at("/status/conditions/0/lastTransitionTime").asString())
                .isEqualTo("2026-11-18T12:00:01Z");
        assertThat(tree.at("/status/conditions/0/status").asString()).isEqualTo("True");
        assertThat(tree.at("/status/admissionChecks/0").has("message")).isTrue();
        assertThat(tree.at("/status/admission/podSetAssignments/0/resourceUsage/memory")
                        .asString())
                .isEqualTo("1000Mi");
        assertThat(tree.at("/spec/podSets/0/template/spec/activeDeadlineSeconds")
                        .longValue())
                .isEqualTo(99_999_999_999L);
    }

    @Test
    void aSelectorWithoutRequirementsIsNotTheSameAsNoSelector() {
        ClusterQueue everybody = KubernetesJson.read("{\"spec\":{\"namespaceSelector\":{}}}", ClusterQueue.class);
        ClusterQueue nobody = KubernetesJson.read("{\"spec\":{}}", ClusterQueue.class);

        assertThat(everybody.spec().namespaceSelector()).isNotNull();
        assertThat(nobody.spec().namespaceSelector()).isNull();
        assertThat(KubernetesJson.tree(everybody).at("/spec").has("namespaceSelector"))
                .isTrue();
        assertThat(KubernetesJson.tree(nobody).at("/spec").has("namespaceSelector"))
                .isFalse();
    }

    @Test
    void everyKindCanBeEmpty() {
        for (var kind : KueueKinds.ALL) {
            if (!kind.equals(KueueKinds.WORKLOAD_PRIORITY_CLASS)) {
                var object = KubernetesJson.read("{}", kind.type());
                assertThat(object.kind()).isEqualTo(kind.kind());
                assertThat(object.apiVersion()).isEqualTo("kueue.x-k8s.io/v1beta2");
                assertThat(object.getMetadata()).isEqualTo(new V1ObjectMeta());
            }
        }
    }

    @Test
    void statusesAreChangedFieldByField() {
        Workload workload = KubernetesJson.read(WORKLOAD, Workload.class);

        Workload released = workload.withStatus(workload.status().toBuilder()
                .admission(null)
                .requeueState(null)
                .clusterName("worker1")
                .nominatedClusterNames(List.of("worker1"))
                .build());

        assertThat(released.status().admission()).isNull();
        assertThat(released.status().clusterName()).isEqualTo("worker1");
        assertThat(released.status().conditions()).isEqualTo(workload.status().conditions());
        assertThat(released.spec()).isSameAs(workload.spec());
        assertThat(workload.status().toBuilder().build()).isEqualTo(workload.status());
    }

    @Test
    void pathsNameTheObjectAsTheServerDoes() {
        assertThat(KueueKinds.WORKLOAD.path("team", "w"))
                .isEqualTo("/apis/kueue.x-k8s.io/v1beta2/namespaces/team/workloads/w");
        assertThat(KueueKinds.WORKLOAD.path(null)).isEqualTo("/apis/kueue.x-k8s.io/v1beta2/workloads");
        assertThat(KueueKinds.CLUSTER_QUEUE.path(null, "cq"))
                .isEqualTo("/apis/kueue.x-k8s.io/v1beta2/clusterqueues/cq");
        assertThat(KueueKinds.COHORT.definitionFile()).isEqualTo("crds/cohorts.kueue.x-k8s.io.yaml");
    }
}
