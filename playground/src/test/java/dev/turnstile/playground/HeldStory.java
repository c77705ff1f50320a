package dev.turnstile.playground;

import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The story of the urgent job, held where it gets interesting: what is in its way stops when it is told to, so that who
 * may preempt and who may not can be looked at for as long as that takes.
 */
final class HeldStory implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path SAMPLES = Path.of("..", "deploy", "samples", "fleet");
    private static final String JOBS = "/apis/batch/v1/namespaces/team/jobs";
    private static final String LINGERING = JOBS + "/lingering";

    private final Map<String, HttpApi> workers = new TreeMap<>();
    private final HttpApi manager;

    /**
     * Not begun yet.
     *
     * @param folder of a playground that plays nothing itself
     */
    HeldStory(Path folder) throws IOException {
        manager = api(folder, "manager");
        for (String worker : List.of("worker-1", "worker-2", "worker-3")) {
            workers.put(worker, api(folder, worker));
        }
    }

    private static HttpApi api(Path folder, String cluster) throws IOException {
        return new HttpApi(Kubeconfig.parse(Files.readString(folder.resolve(cluster + ".kubeconfig"))));
    }

    /** Every worker is full, and an urgent job comes. */
    void begin() throws IOException {
        for (HttpApi worker : workers.values()) {
            worker.post(JOBS, sample("lingering-job.yaml"));
        }
        for (HttpApi worker : workers.values()) {
            await("the lingering job runs").atMost(PATIENCE).until(() -> !suspended(worker));
            active(worker, 1);
        }
        manager.post(JOBS, sample("urgent-job.yaml"));
    }

    /** Stops what was preempted, and says where that was. */
    List<String> letGo() {
        await("somebody is preempted").atMost(PATIENCE).until(() -> !preempted().isEmpty());
        List<String> preempted = preempted();
        preempted.forEach(worker -> active(worker(worker), 0));
        return preempted;
    }

    /** Where the lingering job was told to stop. */
    List<String> preempted() {
        return workers.keySet().stream()
                .filter(worker -> suspended(worker(worker)))
                .toList();
    }

    HttpApi worker(String name) {
        HttpApi worker = workers.get(name);
        if (worker == null) {
            throw new IllegalArgumentException(name + " is none of " + workers.keySet());
        }
        return worker;
    }

    private static boolean suspended(HttpApi worker) {
        return worker.get(LINGERING).at("/spec/suspend").asBoolean(true);
    }

    private static void active(HttpApi worker, int pods) {
        worker.patch(
                LINGERING + "/status", PatchType.MERGE, Deployment.object("{status: {active: %d}}".formatted(pods)));
    }

    private static JsonNode sample(String name) throws IOException {
        return JsonMapper.shared().valueToTree(new Yaml().load(Files.readString(SAMPLES.resolve(name))));
    }

    @Override
    public void close() {
        manager.close();
        workers.values().forEach(HttpApi::close);
    }
}
