package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.KubernetesJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/** Hashes as Kueue gave them to pods of these requests. */
class RoleHashTest {
    private static JsonNode spec(String cpu, String more) {
        return KubernetesJson.tree(new Yaml().<Object>load("""
            containers: [{name: c, image: 'example.com/app:1', resources: {requests: {cpu: '%s'}}}]
            priority: 0
            tolerations:
            - {effect: NoExecute, key: node.kubernetes.io/not-ready, operator: Exists, tolerationSeconds: 300}
            - {effect: NoExecute, key: node.kubernetes.io/unreachable, operator: Exists, tolerationSeconds: 300}
            %s
            """.formatted(cpu, more)));
    }

    @ParameterizedTest
    @CsvSource({"1, 4b0469f7", "2, c3465716", "4, 30c2423d"})
    void podsOfTheSameRequestsHaveKueuesHash(String cpu, String hash) {
        assertThat(RoleHash.of(spec(cpu, ""))).isEqualTo(hash);
    }

    @Test
    void nameImageAndGatesMakeNoDifferenceWhereItMayRunDoes() {
        assertThat(RoleHash.of(spec("1", "schedulingGates: [{name: example.com/mine}]\nrestartPolicy: Never")))
                .isEqualTo("4b0469f7");
        assertThat(RoleHash.of(spec("1", "nodeSelector: {zone: a}"))).isNotEqualTo("4b0469f7");
    }
}
