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
    void theCopyIsSuspendedNamesItsWorkloadAndHasThePodsThatWereAdmitted() {
        ObjectNode job = yaml("""
            metadata:
              name: sample
              labels: {kueue.x-k8s.io/queue-name: main}
              annotations: {kubectl.kubernetes.io/last-applied-configuration: '{}', note: kept}
            spec:
              managedBy: kueue.x-k8s.io/multikueue
              suspend: false
              parallelism: 2
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

    @Test
    void aJobIsOverOnceItIsCompleteOrHasFailed() {
        assertThat(JobCopy.isOver(yaml("{status: {conditions: [{type: Complete, status: 'True'}]}}")))
                .isTrue();
        assertThat(JobCopy.isOver(yaml("{status: {conditions: [{type: Failed, status: 'True'}]}}")))
                .isTrue();
        assertThat(JobCopy.isOver(yaml("{status: {conditions: [{type: SuccessCriteriaMet, status: 'True'}]}}")))
                .isFalse();
    }

    @Test
    void aStartThereIsToldHereOnlyOnceItIsStartedHere() {
        ObjectNode there = yaml("{active: 2, startTime: '2026-01-01T00:00:00Z'}");

        assertThat(JobCopy.compare(yaml("{spec: {suspend: true}}"), there))
                .isInstanceOf(JobCopy.StatusStep.NotYet.class);
        assertThat(JobCopy.compare(yaml("{spec: {suspend: false}}"), there))
                .isEqualTo(new JobCopy.StatusStep.Write(there));
        assertThat(JobCopy.compare(
                        yaml("{spec: {suspend: false}, status: {active: 2, startTime: '2026-01-01T00:00:00Z'}}"),
                        there))
                .isInstanceOf(JobCopy.StatusStep.Same.class);
    }

    @Test
    void aJobThatWasStoppedHereSaysSoAndHoldsNoPods() {
        ObjectNode stopped = JobCopy.stopped(yaml("""
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
        assertThat(JobCopy.stopped(yaml("{spec: {suspend: true}, status: {}}"), "now"))
                .isNull();
        assertThat(JobCopy.stopped(yaml("{spec: {suspend: false}, status: {active: 1}}"), "now"))
                .isNull();
    }
}
