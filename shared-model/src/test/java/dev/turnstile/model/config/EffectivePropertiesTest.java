package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

class EffectivePropertiesTest {

    @Test
    void springBindsTheSameRecordsFromThem() {
        for (var text : List.of("", "fairSharing: {}", ReadingTest.resource("upstream-sample.yaml"))) {
            var configuration = Reading.ofText(text).orThrow();
            var environment = environment(EffectiveProperties.of(configuration));

            assertThat(Binder.get(environment)
                            .bind(Configuration.PREFIX, Configuration.class)
                            .get())
                    .isEqualTo(configuration);
        }
    }

    @Test
    void propertiesReadBackAsTheFileTheyCameFrom() {
        var configuration =
                Reading.ofText(ReadingTest.resource("upstream-sample.yaml")).orThrow();
        var environment = environment(EffectiveProperties.of(configuration));

        assertThat(Reading.of(PropertyTree.of(
                                environment, source -> source.getName().equals("test")))
                        .orThrow())
                .isEqualTo(configuration);
    }

    @Test
    void keysWithDotsSurviveTheFlatteningOfOthers() {
        var environment = environment(Map.of(
                "kueue.resources.transformations[0].input", "nvidia.com/gpu",
                "kueue.resources.transformations[0].outputs.example.com/memory", "5Gi",
                "kueue.managedJobsNamespaceSelector.matchLabels.team.example.com/batch", "true",
                "kueue.managedJobsNamespaceSelector.matchExpressions[0].key", "kubernetes.io/metadata.name",
                "kueue.managedJobsNamespaceSelector.matchExpressions[0].operator", "Exists",
                "kueue.integrations.frameworks", "batch/job, pod",
                "kueue.multi-kueue.gc-interval", "1m30s",
                "kueue.featureGates.ShortWorkloadNames", true));

        var configuration = Reading.of(PropertyTree.of(environment, EffectivePropertiesTest::ofTest))
                .orThrow();

        assertThat(configuration.resources().transformations().getFirst().outputs())
                .containsExactly(Map.entry("example.com/memory", "5Gi"));
        assertThat(configuration.managedNamespaces().matchLabels())
                .containsExactly(Map.entry("team.example.com/batch", "true"));
        assertThat(configuration.integrations().frameworks()).containsExactly("batch/job", "pod");
        assertThat(configuration.multiKueue().gcInterval()).hasSeconds(90);
        assertThat(configuration.featureGates()).containsExactly(Map.entry("ShortWorkloadNames", true));
    }

    @Test
    void anEmptyTextForASectionIsNoSection() {
        var environment = environment(Map.of("kueue.fairSharing", ""));

        assertThat(Reading.of(PropertyTree.of(environment, EffectivePropertiesTest::ofTest))
                        .orThrow()
                        .fairSharing())
                .isNull();
    }

    @Test
    void anEarlierSourceWinsAndListsAreTakenWhole() {
        var environment = environment(Map.of("kueue.integrations.frameworks[0]", "pod", "kueue.webhook.port", 1));
        environment
                .getPropertySources()
                .addLast(new MapPropertySource(
                        "test-later",
                        Map.of(
                                "kueue.integrations.frameworks[0]", "batch/job",
                                "kueue.integrations.frameworks[1]", "pod",
                                "kueue.webhook.port", 2,
                                "kueue.webhook.host", "localhost")));

        var configuration = Reading.of(PropertyTree.of(environment, EffectivePropertiesTest::ofTest))
                .orThrow();

        assertThat(configuration.integrations().frameworks()).containsExactly("pod");
        assertThat(configuration.webhook().port()).isEqualTo(1);
        assertThat(configuration.webhook().host()).isEqualTo("localhost");
    }

    @Test
    void aWrongPropertyIsNamedAsInTheFile() {
        var environment = environment(Map.of("kueue.multi-kueue.gcIntervall", "1m", "kueue.webhook.port", "x"));

        assertThat(Reading.of(PropertyTree.of(environment, EffectivePropertiesTest::ofTest))
                        .problems())
                .extracting(Problem::path)
                .containsExactlyInAnyOrder("multiKueue.gcIntervall", "webhook.port");
    }

    private static boolean ofTest(PropertySource<?> source) {
        return source.getName().startsWith("test");
    }

    private static StandardEnvironment environment(Map<String, ?> properties) {
        var environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", new LinkedHashMap<String, Object>(properties)));
        return environment;
    }
}
