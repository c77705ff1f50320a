package dev.turnstile.playground.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.object.ApiObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every way in which a cluster may not be at rest is noticed. */
class AtRestTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Task JOB = new Task("train", Task.Kind.WORKERS_JOB, "worker-1", "low", 1, 1, 1);
    private static final Task PODS = new Task("group", Task.Kind.DISPATCHED_PODS, "manager", "low", 2, 1, 1);
    private static final Task LARGE = new Task(Task.TOO_LARGE, Task.Kind.TOO_LARGE, "manager", "low", 1, 100, 1);
    private static final String DONE =
            "{kind: Job, metadata: {name: train}, status: {conditions: [{type: Complete, status: 'True'}]}}";
    private static final String WAITING = "{kind: Workload, metadata: {name: w, ownerReferences: [{name: too-large}]},"
            + " status: {conditions: [{type: QuotaReserved, status: 'False', reason: %s, message: m}]}}";

    private final Map<String, ApiObject> jobs = new LinkedHashMap<>();
    private final Map<String, ApiObject> pods = new LinkedHashMap<>();
    private final Map<String, ApiObject> workloads = new LinkedHashMap<>();
    private JsonNode queue = YAML.readTree("{pendingWorkloads: 0}");

    private static void add(Map<String, ApiObject> to, String yaml) {
        ApiObject object = new ApiObject((ObjectNode) YAML.readTree(yaml));
        to.put(object.name(), object);
    }

    private List<String> missing(String cluster, Set<String> deleted, Task... tasks) {
        return AtRest.missing(cluster, List.of(tasks), deleted, new AtRest.Picture(jobs, pods, workloads, queue));
    }

    private void pod(String name, String phase) {
        add(pods, "{kind: Pod, metadata: {name: %s}, status: {phase: %s}}".formatted(name, phase));
    }

    @Test
    void aJobThatIsDoneIsAtRest() {
        add(jobs, DONE);
        assertThat(missing("worker-1", Set.of(), JOB)).isEmpty();
    }

    @Test
    void aJobThatIsLostOrNotDoneIsNoticed() {
        assertThat(missing("worker-1", Set.of(), JOB))
                .singleElement()
                .asString()
                .startsWith("gone: ");
        add(jobs, "{kind: Job, metadata: {name: train}, status: {active: 1}}");
        assertThat(missing("worker-1", Set.of(), JOB))
                .singleElement()
                .asString()
                .startsWith("not done: Job train");
    }

    @Test
    void whatWasDeletedAndIsStillThereIsNoticed() {
        assertThat(missing("worker-1", Set.of("train"), JOB)).isEmpty();
        add(jobs, DONE);
        assertThat(missing("worker-1", Set.of("train"), JOB))
                .singleElement()
                .asString()
                .startsWith("not deleted: ");
    }

    @Test
    void everyPodOfAGroupCounts() {
        queue = YAML.readTree("{pendingWorkloads: 1}");
        pod("group-0", "Succeeded");
        assertThat(missing("manager", Set.of(), PODS))
                .singleElement()
                .asString()
                .startsWith("gone: ");
        pod("group-1", "Pending");
        assertThat(missing("manager", Set.of(), PODS))
                .singleElement()
                .asString()
                .startsWith("not done: Pod group-1");
        pod("group-1", "Succeeded");
        assertThat(missing("manager", Set.of(), PODS)).isEmpty();
    }

    @Test
    void theOneThatIsTooLargeSaysWhy() {
        queue = YAML.readTree("{pendingWorkloads: 1}");
        add(workloads, WAITING.formatted("Pending"));
        assertThat(missing("manager", Set.of(), LARGE))
                .singleElement()
                .asString()
                .contains("does not say why");
        add(workloads, WAITING.formatted("ExceedsMaxQuota"));
        assertThat(missing("manager", Set.of(), LARGE)).isEmpty();
    }

    @Test
    void whatIsLeftBehindInAWorkerIsNoticed() {
        add(
                workloads,
                "{kind: Workload, metadata: {name: w, labels: {kueue.x-k8s.io/multikueue-origin: multikueue}},"
                        + " status: {conditions: [{type: Finished, status: 'True'}]}}");
        assertThat(missing("worker-1", Set.of())).singleElement().asString().startsWith("left behind in worker-1: ");
    }

    @Test
    void aPodThatStillRunsIsNoticed() {
        pod("left", "Running");
        assertThat(missing("worker-1", Set.of())).singleElement().asString().startsWith("still there in worker-1: ");
        pod("left", "Failed");
        assertThat(missing("worker-1", Set.of())).isEmpty();
    }

    @Test
    void aWorkloadThatIsNotFinishedIsNoticed() {
        add(workloads, "{kind: Workload, metadata: {name: w}, status: {}}");
        assertThat(missing("worker-1", Set.of())).singleElement().asString().startsWith("not finished in worker-1: ");
    }

    @Test
    void aQueueThatCountsWhatIsNotThereIsNoticed() {
        for (String status : List.of(
                "{pendingWorkloads: 1}", "{reservingWorkloads: 1}", "{flavorsUsage: [{resources: [{total: '3'}]}]}")) {
            queue = YAML.readTree(status);
            assertThat(missing("worker-1", Set.of()))
                    .singleElement()
                    .asString()
                    .startsWith("the queue of worker-1 is not at rest: ");
        }
    }
}
