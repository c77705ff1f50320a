package dev.turnstile.worker.webhook;

import static dev.turnstile.worker.webhook.Requests.inWords;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.worker.webhook.Requests.Cluster;
import org.junit.jupiter.api.Test;

class PodDefaultsTest {
    private static final String QUEUED = "{metadata: {labels: {kueue.x-k8s.io/queue-name: main}}, spec: {%s}}";

    private final Cluster cluster = new Cluster();

    private String decide(String pod) {
        return inWords(new PodDefaults(cluster).of(Requests.create("Pod", pod)));
    }

    @Test
    void aPodThatNamesAQueueIsGatedMarkedAndKept() {
        assertThat(decide(QUEUED.formatted("priority: 0, containers: [{resources: {requests: {cpu: '1'}}}],"
                        + " tolerations: [{key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute,"
                        + " tolerationSeconds: 300}, {key: node.kubernetes.io/unreachable, operator: Exists, effect:"
                        + " NoExecute, tolerationSeconds: 300}]")))
                .isEqualTo("""
                    /metadata/labels/kueue.x-k8s.io~1managed = "true"
                    /metadata/annotations = {}
                    /metadata/annotations/kueue.x-k8s.io~1role-hash = "4b0469f7"
                    /metadata/finalizers = ["kueue.x-k8s.io/managed"]
                    /spec/schedulingGates = [{"name":"kueue.x-k8s.io/admission"}]
                    """);
    }

    @Test
    void othersGatesAndFinalizersStay() {
        assertThat(decide(
                        "{metadata: {labels: {kueue.x-k8s.io/queue-name: main}, finalizers: [example.com/mine]}, spec:"
                                + " {schedulingGates: [{name: example.com/mine}]}}"))
                .contains("/metadata/finalizers/- = \"kueue.x-k8s.io/managed\"")
                .contains("/spec/schedulingGates/- = {\"name\":\"kueue.x-k8s.io/admission\"}");
    }

    @Test
    void aPodThatIsWhatWeWouldMakeOfItStaysAsItIs() {
        assertThat(decide("{metadata: {labels: {kueue.x-k8s.io/queue-name: main, kueue.x-k8s.io/managed: 'true'},"
                        + " annotations: {kueue.x-k8s.io/role-hash: '12345678'}, finalizers: [kueue.x-k8s.io/managed]},"
                        + " spec: {schedulingGates: [{name: kueue.x-k8s.io/admission}]}}"))
                .isEqualTo("allowed");
    }

    @Test
    void aPodThatHasANodeAlreadyIsRefused() {
        assertThat(decide(QUEUED.formatted("nodeName: node-1")))
                .startsWith("refused: spec.nodeName: Forbidden: ")
                .contains("(node-1)", "kueue.x-k8s.io/queue-name");
    }

    @Test
    void whoCallsItselfManagedIsGatedToo() {
        assertThat(decide("{metadata: {labels: {kueue.x-k8s.io/managed: 'true'}}, spec: {}}"))
                .contains("/spec/schedulingGates");
    }

    @Test
    void podsOfManagedJobsForeignNamespacesAndASwitchedOffIntegrationAreLeftAlone() {
        assertThat(decide("{metadata: {labels: {kueue.x-k8s.io/queue-name: main}, ownerReferences: [{controller: true,"
                        + " apiVersion: batch/v1, kind: Job, name: parent}]}, spec: {nodeName: n}}"))
                .isEqualTo("allowed");
        cluster.managed = false;
        assertThat(decide(QUEUED.formatted("nodeName: node-1"))).isEqualTo("allowed");
        cluster.managed = true;
        cluster.pods = false;
        assertThat(decide(QUEUED.formatted(""))).isEqualTo("allowed");
    }
}
