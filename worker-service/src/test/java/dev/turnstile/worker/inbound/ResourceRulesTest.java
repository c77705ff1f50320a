package dev.turnstile.worker.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.Reading;
import dev.turnstile.model.quantity.Quantity;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResourceRulesTest {
    @Test
    void withoutRulesEverythingCountsAsItself() {
        assertThat(counted("{}", "cpu", "500m", "memory", "1Gi")).isEqualTo(amounts("cpu", "500m", "memory", "1Gi"));
    }

    @Test
    void whatIsExcludedDoesNotCount() {
        assertThat(counted(
                        "{excludeResourcePrefixes: [networking.example.com/]}",
                        "cpu",
                        "1",
                        "networking.example.com/vpc",
                        "1"))
                .isEqualTo(amounts("cpu", "1"));
    }

    @Test
    void aSliceCountsAsItsMemoryInstead() {
        String rules = "{transformations: [{input: example.com/slice, strategy: Replace, outputs: {example.com/memory:"
                + " 5Gi}}]}";

        assertThat(counted(rules, "example.com/slice", "2", "example.com/memory", "1Gi"))
                .isEqualTo(amounts("example.com/memory", "11Gi"));
    }

    @Test
    void orAsBoth() {
        String rules = "{transformations: [{input: cpu, outputs: {example.com/credits: '10'}}]}";

        assertThat(counted(rules, "cpu", "1500m")).isEqualTo(amounts("cpu", "1500m", "example.com/credits", "15"));
    }

    @Test
    void anotherResourceMultiplies() {
        String rules = "{transformations: [{input: example.com/share, strategy: Replace,"
                + " multiplyBy: example.com/gpu, outputs: {example.com/shares: '1'}}]}";

        assertThat(counted(rules, "example.com/share", "30", "example.com/gpu", "2"))
                .isEqualTo(amounts("example.com/gpu", "2", "example.com/shares", "60"));
        assertThat(counted(rules, "example.com/share", "30")).isEqualTo(amounts("example.com/shares", "30"));
    }

    @Test
    void whatCountsAsNothingIsGone() {
        assertThat(counted(
                        "{transformations: [{input: example.com/free, strategy: Replace}]}", "example.com/free", "3"))
                .isEmpty();
    }

    private static Map<String, Quantity> counted(String resources, String... requested) {
        var configuration = Reading.ofText(
                        "{apiVersion: config.kueue.x-k8s.io/v1beta2, kind: Configuration, resources: " + resources
                                + "}")
                .orThrow();
        return new ResourceRules(configuration.resources()).counted(amounts(requested));
    }

    private static Map<String, Quantity> amounts(String... pairs) {
        Map<String, Quantity> amounts = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            amounts.put(pairs[i], Quantity.parse(pairs[i + 1]));
        }
        return amounts;
    }
}
