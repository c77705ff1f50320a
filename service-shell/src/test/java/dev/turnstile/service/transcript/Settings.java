package dev.turnstile.service.transcript;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * What controllers are started with.
 *
 * @param features switched on or off by name
 * @param configuration as in the configuration file, without features
 */
public record Settings(Map<String, Boolean> features, ObjectNode configuration) {

    public Settings {
        features = Collections.unmodifiableMap(new TreeMap<>(features));
        configuration = configuration.deepCopy();
    }

    /** The text of a configuration file that says the same. */
    public String configurationFile() {
        ObjectNode file = configuration.deepCopy();
        file.put("apiVersion", "config.kueue.x-k8s.io/v1beta2").put("kind", "Configuration");
        ObjectNode gates = file.putObject("featureGates");
        features.forEach(gates::put);
        // As in the recordings.
        if (!file.has("leaderElection")) {
            file.putObject("leaderElection").put("leaderElect", false);
        }
        if (!file.has("integrations")) {
            file.putObject("integrations")
                    .putArray("frameworks")
                    .add("batch/job")
                    .add("pod");
        }
        return file.toString();
    }
}
