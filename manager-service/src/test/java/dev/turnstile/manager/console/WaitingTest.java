package dev.turnstile.manager.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.turnstile.manager.cluster.RemoteObject;
import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class WaitingTest {

    @Test
    void priorityComesFirstThenAgeWhereverItCameFrom() {
        var line = List.of(
                sent("late", 0, "2026-11-18T12:00:01Z"),
                local("early", 0, "2026-11-18T12:00:00Z"),
                local("urgent", 10, "2026-11-18T13:00:00Z"));

        assertThat(Waiting.next(line, _ -> "cq").get("cq"))
                .extracting(NextWorkload::key, NextWorkload::known)
                .containsExactly(tuple("team/urgent", false), tuple("team/early", false), tuple("team/late", true));
    }

    @Test
    void theHeadAndTheNextTenAreShown() {
        var line = IntStream.range(0, 30)
                .mapToObj(each -> local("job-%02d".formatted(each), 0, "2026-11-18T12:00:00Z"))
                .toList();

        assertThat(Waiting.next(line, _ -> "cq").get("cq"))
                .hasSize(11)
                .extracting(NextWorkload::key)
                .startsWith("team/job-00")
                .endsWith("team/job-10");
    }

    @Test
    void whoHasQuotaIsOverOrSwitchedOffDoesNotWait() {
        for (var type : List.of("QuotaReserved", "Finished")) {
            var object = json(workload("a", 0, "2026-11-18T12:00:00Z"));
            object.withObject("/status")
                    .withArray("conditions")
                    .addObject()
                    .put("type", type)
                    .put("status", "True")
                    .put("reason", "X")
                    .put("message", "")
                    .put("lastTransitionTime", "2026-11-18T12:00:00Z");
            object.withObject("/status/admission").put("clusterQueue", "cq");

            assertThat(Waiting.of(KubernetesJson.read(object, Workload.class))).isEmpty();
            assertThat(foreign(object).waiting()).as(type).isNull();
        }
        var off = json(workload("a", 0, "2026-11-18T12:00:00Z"));
        off.withObject("/spec").put("active", false);
        assertThat(Waiting.of(KubernetesJson.read(off, Workload.class))).isEmpty();
        assertThat(foreign(off).waiting()).isNull();
    }

    @Test
    void aLocalJobSaysWhyItWaits() {
        var object = json(workload("a", 3, "2026-11-18T12:00:00Z"));
        object.withObject("/status")
                .withArray("conditions")
                .addObject()
                .put("type", "QuotaReserved")
                .put("status", "False")
                .put("message", "couldn't assign flavors");

        var waiting = foreign(object).waiting();

        assertThat(waiting).isNotNull();
        assertThat(waiting.localQueue()).isEqualTo("team");
        assertThat(waiting.priority()).isEqualTo(3);
        assertThat(waiting.says()).isEqualTo("couldn't assign flavors");
    }

    private static Waiting sent(String name, int priority, String created) {
        return Waiting.of(KubernetesJson.read(json(workload(name, priority, created)), Workload.class))
                .orElseThrow();
    }

    private static Waiting local(String name, int priority, String created) {
        var waiting = foreign(json(workload(name, priority, created))).waiting();
        assertThat(waiting).isNotNull();
        return Waiting.ofSomebodyElse(waiting);
    }

    private static RemoteObject.Foreign<Workload> foreign(ObjectNode object) {
        return (RemoteObject.Foreign<Workload>) RemoteObject.workload(object, "this-manager");
    }

    private static ObjectNode json(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }

    private static String workload(String name, int priority, String created) {
        return """
            {"apiVersion": "kueue.x-k8s.io/v1beta2", "kind": "Workload",
             "metadata": {"namespace": "team", "name": "%s", "creationTimestamp": "%s"},
             "spec": {"queueName": "team", "priority": %d, "podSets": []}}
            """.formatted(name, created, priority);
    }
}
