package dev.turnstile.worker.webhook;

import static dev.turnstile.worker.webhook.Requests.inWords;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.worker.webhook.Requests.Cluster;
import org.junit.jupiter.api.Test;

class JobDefaultsTest {
    private static final String QUEUED = "{metadata: {labels: {kueue.x-k8s.io/queue-name: main}}, spec: {%s}}";

    private final Cluster cluster = new Cluster();

    private String decide(String job) {
        return inWords(new JobDefaults(cluster).of(Requests.create("Job", job)));
    }

    @Test
    void aJobThatNamesAQueueIsSuspendedEvenIfTheQueueIsNotThereYet() {
        assertThat(decide(QUEUED.formatted(""))).isEqualTo("/spec/suspend = true\n");
        assertThat(decide(QUEUED.formatted("suspend: false"))).isEqualTo("/spec/suspend = true\n");
        assertThat(decide(QUEUED.formatted("suspend: true"))).isEqualTo("allowed");
    }

    @Test
    void aJobThatNamesNoneIsNotOurs() {
        assertThat(decide("{metadata: {}, spec: {}}")).isEqualTo("allowed");
    }

    @Test
    void aQueueNamedDefaultServesThoseThatNameNone() {
        cluster.queue("default");

        assertThat(decide("{metadata: {}, spec: {}}")).isEqualTo("""
            /metadata/labels = {}
            /metadata/labels/kueue.x-k8s.io~1queue-name = "default"
            /spec/suspend = true
            """);
    }

    @Test
    void aPriorityClassNamedDefaultServesThoseThatNameNone() {
        cluster.priorityClass("default");

        assertThat(decide(QUEUED.formatted("suspend: true")))
                .isEqualTo("/metadata/labels/kueue.x-k8s.io~1priority-class = \"default\"\n");
        assertThat(decide(QUEUED.formatted("suspend: true, template: {spec: {priorityClassName: own}}")))
                .isEqualTo("allowed");
        assertThat(decide("{metadata: {labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/priority-class: high}},"
                        + " spec: {suspend: true}}"))
                .isEqualTo("allowed");
    }

    @Test
    void withoutAQueueNameItIsSuspendedWhereThatIsManaged() {
        cluster.withoutQueueName = true;

        assertThat(decide("{metadata: {}, spec: {}}")).isEqualTo("/spec/suspend = true\n");
        cluster.managed = false;
        assertThat(decide("{metadata: {}, spec: {}}")).isEqualTo("allowed");
    }

    @Test
    void aJobForOtherClustersIsLeftToMultiKueue() {
        cluster.dispatchingQueue("main");

        assertThat(decide(QUEUED.formatted("suspend: true")))
                .isEqualTo("/spec/managedBy = \"kueue.x-k8s.io/multikueue\"\n");
        assertThat(decide(QUEUED.formatted("suspend: true, managedBy: kubernetes.io/job-controller")))
                .isEqualTo("/spec/managedBy = \"kueue.x-k8s.io/multikueue\"\n");
        assertThat(decide(QUEUED.formatted("suspend: true, managedBy: example.com/mine")))
                .isEqualTo("allowed");
    }

    @Test
    void aJobOfAManagedJobIsThatOnesAffair() {
        assertThat(decide("{metadata: {labels: {kueue.x-k8s.io/queue-name: main}, ownerReferences: [{controller: true,"
                        + " apiVersion: batch/v1, kind: Job, name: parent}]}, spec: {}}"))
                .isEqualTo("allowed");
    }
}
