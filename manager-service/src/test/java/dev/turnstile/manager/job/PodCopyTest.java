package dev.turnstile.manager.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

class PodCopyTest {
    private static final String GATED = "spec: {schedulingGates: [{name: kueue.x-k8s.io/admission}], containers: []}";

    private static ObjectNode yaml(String text) {
        return KubernetesJson.tree(new Yaml().<Object>load(text));
    }

    private static ObjectNode local(String status) {
        return yaml("{metadata: {name: one, namespace: team}, " + GATED + ", status: " + status + "}");
    }

    @Test
    void theCopyIsBehindTheSameGatesNamesItsWorkloadAndHasNothingOfItsOwnClusters() {
        ObjectNode copy = PodCopy.toCreate(
                yaml("{metadata: {name: one, namespace: team, uid: u, resourceVersion: '7', ownerReferences:"
                        + " [{name: x}], labels: {a: b}, annotations: {c: d,"
                        + " kubectl.kubernetes.io/last-applied-configuration: '{}'}, finalizers:"
                        + " [kueue.x-k8s.io/managed]}, " + GATED + ", status: {phase: Pending}}"),
                new ObjectKey("team", "pod-one-1"),
                "fleet");
        assertThat(copy)
                .isEqualTo(yaml("{apiVersion: v1, kind: Pod, metadata: {name: one, namespace: team, labels: {a: b,"
                        + " kueue.x-k8s.io/multikueue-origin: fleet}, annotations: {c: d,"
                        + " kueue.x-k8s.io/prebuilt-workload-name: pod-one-1}, finalizers: [kueue.x-k8s.io/managed]}, "
                        + GATED + "}"));
    }

    @Test
    void theLocalOneSaysWhatTheCopySaysUntilItHasEnded() {
        ObjectNode running = yaml("{phase: Running, startTime: t}");
        assertThat(PodCopy.followed(local("{phase: Pending}"), running, false, "now"))
                .isEqualTo(running);
        assertThat(PodCopy.followed(local("{phase: Running, startTime: t}"), running, false, "now"))
                .isNull();
        assertThat(PodCopy.followed(local("{phase: Succeeded}"), running, false, "now"))
                .isNull();
        assertThat(PodCopy.followed(local("{phase: Pending}"), yaml("{}"), false, "now"))
                .isNull();
    }

    @Test
    void aCopyThatIsBeingStoppedSaysNothingUnlessItHasSucceeded() {
        assertThat(PodCopy.followed(local("{phase: Running}"), yaml("{phase: Failed}"), true, "now"))
                .isNull();
        assertThat(PodCopy.followed(local("{phase: Running}"), yaml("{phase: Succeeded}"), true, "now"))
                .isNotNull();
    }

    @Test
    void whoWaitsAgainSaysSoOnce() {
        for (String status : new String[] {
            "{phase: Running, startTime: t, qosClass: Burstable}",
            "{phase: Pending, qosClass: Burstable, conditions: [{type: PodScheduled, status: 'True'}]}"
        }) {
            ObjectNode pod = local(status);
            ObjectNode waiting = PodCopy.waiting(pod, "now");
            assertThat(waiting)
                    .isEqualTo(yaml("{phase: Pending, qosClass: Burstable, conditions: [{type: PodScheduled, status:"
                            + " 'False', reason: SchedulingGated, message: Scheduling is blocked due to non-empty"
                            + " scheduling gates, lastTransitionTime: now}]}"));
            pod.set("status", waiting);
            assertThat(PodCopy.waiting(pod, "later")).isNull();
        }
        ObjectNode free = local("{phase: Running}");
        free.remove("spec");
        assertThat(PodCopy.waiting(free, "now")).as("it runs here").isNull();
    }

    @Test
    void whereTheRemotePodWasReplacedTheLocalOneWaitsInBetween() {
        ObjectNode local =
                local("{phase: Running, startTime: t, containerStatuses: [{name: c, state: {terminated: {}}}]}");
        ObjectNode anew = yaml("{phase: Running, startTime: u, containerStatuses: [{name: c, state: {running: {}}}]}");

        ObjectNode between = PodCopy.followed(local, anew, false, "now");
        assertThat(between).isEqualTo(PodCopy.waiting(local, "now"));
        local.set("status", between);
        assertThat(PodCopy.followed(local, anew, false, "now")).isEqualTo(anew);
        assertThat(PodCopy.followed(
                        local("{phase: Running, startTime: t}"), yaml("{phase: Failed, startTime: u}"), false, "now"))
                .as("an end is an end, whichever pod it is of")
                .isEqualTo(yaml("{phase: Failed, startTime: u}"));
    }

    @Test
    void itsEndIsThatOfTheRemotePodOrElseDeclaredAsTheReplicaHasIt() {
        Finish finish = new Finish("Succeeded", "Pods succeeded: 1/1");
        ObjectNode ended = yaml("{phase: Succeeded, startTime: t}");
        ObjectNode running =
                local("{phase: Running, startTime: t, containerStatuses: [{name: c, state: {running: {}}}]}");

        assertThat(PodCopy.inTheEnd(running, ended, finish)).isEqualTo(ended);
        assertThat(PodCopy.inTheEnd(local("{phase: Failed}"), ended, finish)).isNull();
        assertThat(PodCopy.inTheEnd(running, MissingNode.getInstance(), finish))
                .isEqualTo(yaml("{phase: Succeeded, startTime: t, reason: Succeeded, message: 'Pods succeeded: 1/1'}"));
        assertThat(PodCopy.inTheEnd(running, yaml("{phase: Running}"), new Finish("Failed", "no")))
                .isEqualTo(yaml("{phase: Failed, startTime: t, reason: Failed, message: 'no'}"));
    }
}
