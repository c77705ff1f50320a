package dev.turnstile.manager.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

class JobCopyTest {
    private static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    @Test
    void theRemoteJobIsSuspendedNamesItsWorkloadHasThePodsThatWereAdmittedAndIsNotRemovedByItsCluster() {
        ObjectNode job = yaml("""
            metadata:
              name: sample
              labels: {kueue.x-k8s.io/queue-name: main}
              annotations: {kubectl.kubernetes.io/last-applied-configuration: '{}', note: kept}
            spec:
              managedBy: kueue.x-k8s.io/multikueue
              suspend: false
              parallelism: 2
              ttlSecondsAfterFinished: 60
              selector: {matchLabels: {controller-uid: here}}
              template:
                metadata: {labels: {controller-uid: here, kueue.x-k8s.io/cluster-queue-name: cq}}
                spec: {nodeSelector: {zone: here}}
            """);
        Workload workload = KubernetesJson.read(yaml("""
            spec:
              podSets:
              - name: main
                count: 2
                template: {metadata: {labels: {batch.kubernetes.io/job-name: sample, app: a}}, spec: {}}
            """), Workload.class);

        ObjectNode copy = JobCopy.toCreate(job, new ObjectKey("team", "job-sample-1"), workload, "fleet");

        assertThat(copy).isEqualTo(yaml("""
            apiVersion: batch/v1
            kind: Job
            metadata:
              name: sample
              namespace: team
              labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/multikueue-origin: fleet}
              annotations: {note: kept, kueue.x-k8s.io/prebuilt-workload-name: job-sample-1}
            spec:
              suspend: true
              parallelism: 2
              template: {metadata: {labels: {app: a}}, spec: {}}
            """));
    }
}
