package dev.turnstile.manager.console;

import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Objects as they stand in a manifest. */
final class ConsoleObjects {

    private ConsoleObjects() {}

    static ClusterQueue clusterQueue(String yaml) {
        return KubernetesJson.read(object(yaml, "ClusterQueue"), ClusterQueue.class);
    }

    static Cohort cohort(String yaml) {
        return KubernetesJson.read(object(yaml, "Cohort"), Cohort.class);
    }

    static Workload workload(String yaml) {
        return KubernetesJson.read(object(yaml, "Workload"), Workload.class);
    }

    private static ObjectNode object(String yaml, String kind) {
        ObjectNode object = JsonMapper.shared().valueToTree(new Yaml().load(yaml));
        return object.put("apiVersion", "kueue.x-k8s.io/v1beta2").put("kind", kind);
    }
}
