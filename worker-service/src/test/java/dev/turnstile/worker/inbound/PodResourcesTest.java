package dev.turnstile.worker.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.model.quantity.Quantity;
import org.junit.jupiter.api.Test;

class PodResourcesTest {
    @Test
    void containersAddUpAndALargerInitContainerCountsInstead() {
        assertThat(
                        cpu(
                                "{'initContainers':[{'resources':{'requests':{'cpu':'3'}}}],"
                                    + "'containers':[{'resources':{'requests':{'cpu':'1'}}},{'resources':{'requests':{'cpu':'500m'}}}]}"))
                .isEqualTo(Quantity.parse("3"));
    }

    @Test
    void aSidecarRunsBesideEverythingAfterIt() {
        assertThat(cpu("{'initContainers':[{'restartPolicy':'Always','resources':{'requests':{'cpu':'1'}}},"
                        + "{'resources':{'requests':{'cpu':'2'}}}],"
                        + "'containers':[{'resources':{'requests':{'cpu':'1'}}}]}"))
                .isEqualTo(Quantity.parse("3"));
    }

    @Test
    void overheadComesOnTopAndALimitIsARequest() {
        assertThat(cpu("{'overhead':{'cpu':'250m'},'containers':[{'resources':{'limits':{'cpu':'2'}}}]}"))
                .isEqualTo(Quantity.parse("2250m"));
    }

    @Test
    void requestsOfThePodAsAWholeReplaceTheSum() {
        assertThat(cpu("{'resources':{'requests':{'cpu':'4'}},'containers':[{'resources':{'requests':{'cpu':'1'}}}]}"))
                .isEqualTo(Quantity.parse("4"));
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        PodResources resources = read("{'containers':[{'resources':{'requests':{'cpu':'2'},'limits':{'cpu':'1'}}}]}");
        assertThat(resources.problem())
                .isEqualTo("spec.podSets[0].template.spec.containers[0]: Invalid value: [\"cpu\"]:"
                        + " requests must not exceed its limits");
        assertThat(read("{'containers':[{'resources':{'requests':{'cpu':'lots'}}}]}")
                        .problem())
                .contains("lots");
    }

    private static Quantity cpu(String spec) {
        return read(spec).requests().getOrDefault("cpu", Quantity.ZERO);
    }

    private static PodResources read(String spec) {
        return PodResources.of(
                KubernetesJson.mapper().readTree(("{'spec':" + spec + "}").replace('\'', '"')),
                "spec.podSets[0].template");
    }
}
