package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who becomes the owner of a Workload that was there first, where it is not known yet that a job of an earlier life is
 * gone.
 */
@Timeout(120)
@ResourceLock("shared cluster") // One worker at a time manages all of it.
class PrebuiltWorkloadsIT {
    private static final ApiResource WORKLOAD = ApiResource.of(KueueKinds.WORKLOAD);

    private final TestCluster cluster = TestCluster.shared();
    private final String namespace = cluster.newNamespace("prebuilt");
    private final ObjectKey replica = new ObjectKey(namespace, "replica");
    private final Store<Workload> workloads =
            new Store<>(WORKLOAD, object -> KubernetesJson.mapper().convertValue(object, Workload.class));
    private ApiConnection connection;
    private ObjectWriter writer;
    private EventRecorder events;
    private PrebuiltWorkloads prebuilt;
    private Reflector reflector;

    @BeforeEach
    void connect() throws InterruptedException {
        cluster.install(Path.of("..", "deploy", "crds"));
        connection = new HttpApiConnection(TestClient.of(cluster.kubeconfig()));
        writer = new ObjectWriter(connection, () -> true, Threads.system());
        events = new EventRecorder(connection, Clock.systemUTC(), () -> true, Threads.system(), "test");
        prebuilt = new PrebuiltWorkloads(workloads, writer, events);
        var _ = create(WORKLOAD, """
            {apiVersion: kueue.x-k8s.io/v1beta2, kind: Workload, metadata: {name: replica}, spec: {queueName: main,
            podSets: [{name: main, count: 1, template: {spec: {restartPolicy: Never, containers: [{name: c, image:
            'example.com/app:1'}]}}}]}}\
            """);
        reflector = Reflector.start(connection, workloads, Threads.system());
        await().atMost(Duration.ofSeconds(30)).until(() -> workloads.get(replica) != null);
    }

    @AfterEach
    void disconnect() {
        reflector.close();
        events.close();
    }

    private ObjectNode create(ApiResource kind, String yaml) throws InterruptedException {
        return writer.create(kind, namespace, KubernetesJson.mapper().valueToTree(new Yaml().load(yaml)));
    }

    private JobMetadata job(String name) throws InterruptedException {
        return JobMetadata.of(create(ApiResource.JOB, """
            {apiVersion: batch/v1, kind: Job, metadata: {name: %s}, spec: {suspend: true, template: {spec:
            {restartPolicy: Never, containers: [{name: c, image: 'example.com/app:1'}]}}}}\
            """.formatted(name)));
    }

    private void delete(JobMetadata job) throws InterruptedException {
        Store<ObjectNode> jobs = new Store<>(ApiResource.JOB, object -> object);
        assertThat(writer.delete(jobs, job.key(), job.uid())).isTrue();
    }

    private List<String> owners() {
        ObjectNode stored = connection.get(WORKLOAD.path(replica), Map.of());
        return WorkloadFacts.owners(KubernetesJson.mapper().convertValue(stored, Workload.class)).stream()
                .map(owner -> Objects.requireNonNull(owner.getUid()))
                .toList();
    }

    @Test
    void theJobThatIsThereOwnsIt() throws InterruptedException {
        JobMetadata job = job("now");

        prebuilt.own(ApiResource.JOB, job, replica);

        assertThat(owners()).containsExactly(job.uid());
    }

    @Test
    void aJobThatIsGoneDoesNotTakeItAlong() throws InterruptedException {
        JobMetadata before = job("same");
        delete(before);
        JobMetadata now = job("same");

        prebuilt.own(ApiResource.JOB, before, replica);
        assertThat(owners()).isEmpty();

        prebuilt.own(ApiResource.JOB, now, replica);
        assertThat(owners()).containsExactly(now.uid());
    }

    @Test
    void ofAGroupOnlyMembersThatAreThereOwnIt() throws InterruptedException {
        JobMetadata gone = job("gone");
        JobMetadata there = job("there");
        delete(gone);

        prebuilt.join(ApiResource.JOB, List.of(gone, there), replica, "test");

        assertThat(owners()).containsExactly(there.uid());
    }
}
