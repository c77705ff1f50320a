package dev.turnstile.worker.webhook;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.worker.webhook.AdmissionRequest.Operation;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

/** Questions, and a cluster to decide them in. */
final class Requests {
    private Requests() {}

    static ObjectNode object(String yaml) {
        return KubernetesJson.tree(new Yaml().<Object>load(yaml));
    }

    static AdmissionRequest create(String kind, String yaml) {
        return new AdmissionRequest("1", Operation.CREATE, kind, "team", object(yaml));
    }

    /** What the decision would add, as text; "allowed" or "refused: …" where there is no patch. */
    static String inWords(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Allowed() -> "allowed";
            case Verdict.Refused(var refusals) -> "refused: " + FieldRefusal.inWords(refusals);
            case Verdict.Patched(var patch) -> {
                StringBuilder words = new StringBuilder();
                patch.forEach(operation -> words.append(operation.path("path").asString())
                        .append(" = ")
                        .append(operation.path("value"))
                        .append('\n'));
                yield words.toString();
            }
        };
    }

    /** A cluster in which namespace {@code team} is managed. */
    static final class Cluster implements ClusterFacts {
        private final Set<String> queues = new TreeSet<>();
        private final Set<String> dispatching = new TreeSet<>();
        private final Set<String> priorityClasses = new TreeSet<>();
        boolean withoutQueueName;
        boolean pods = true;
        boolean managed = true;

        Cluster queue(String name) {
            queues.add(name);
            return this;
        }

        Cluster priorityClass(String name) {
            priorityClasses.add(name);
            return this;
        }

        Cluster dispatchingQueue(String name) {
            dispatching.add(name);
            return queue(name);
        }

        @Override
        public boolean managesKind(String apiVersion, String kind) {
            return apiVersion.equals("batch/v1") && kind.equals("Job");
        }

        @Override
        public boolean managesPods() {
            return pods;
        }

        @Override
        public boolean managesNamespace(String namespace) {
            return managed && namespace.equals("team");
        }

        @Override
        public boolean managesJobsWithoutQueueName() {
            return withoutQueueName;
        }

        @Override
        public boolean hasQueue(String namespace, String queue) {
            return queues.contains(queue);
        }

        @Override
        public boolean hasPriorityClass(String name) {
            return priorityClasses.contains(name);
        }

        @Override
        public boolean dispatches(String namespace, String queue) {
            return dispatching.contains(queue);
        }
    }
}
