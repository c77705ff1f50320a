package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.meta.KubernetesJson;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class DifferenceTest {
    @Test
    void onlyWhatDiffersIsSent() {
        assertThat(Difference.between(json("{'a':1,'b':{'c':2,'d':3}}"), json("{'b':{'c':2,'d':4}}")))
                .isEqualTo(json("{'b':{'d':4},'a':null}"));
    }

    @Test
    void listsAreSentInFull() {
        assertThat(Difference.between(json("{'l':[{'n':1},{'n':2}]}"), json("{'l':[{'n':1},{'n':3}]}")))
                .isEqualTo(json("{'l':[{'n':1},{'n':3}]}"));
    }

    @Test
    void nothingIsSentWhereNothingDiffers() {
        assertThat(Difference.ofStatus(json("{'a':{'b':[1]}}"), json("{'a':{'b':[1]}}")))
                .isNull();
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) KubernetesJson.mapper().readTree(text.replace('\'', '"'));
    }
}
