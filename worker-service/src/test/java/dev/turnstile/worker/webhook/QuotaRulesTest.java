package dev.turnstile.worker.webhook;

import static dev.turnstile.worker.webhook.Requests.inWords;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QuotaRulesTest {
    private static String decide(String spec) {
        return inWords(new QuotaRules().of(Requests.create("ClusterQueue", "{spec: {" + spec + "}}")));
    }

    @Test
    void aFlavorIsInOneGroupOnly() {
        assertThat(decide("resourceGroups: [{flavors: [{name: a}, {name: b}]}, {flavors: [{name: c}]}]"))
                .isEqualTo("allowed");
        assertThat(decide("resourceGroups: [{flavors: [{name: a}, {name: b}]}, {flavors: [{name: c}, {name: a}]}]"))
                .isEqualTo("refused: spec.resourceGroups[1].flavors[1].name: Duplicate value: \"a\"");
    }

    @Test
    void aCheckIsOnFlavorsThatTheQueueHas() {
        String queue = "resourceGroups: [{flavors: [{name: a}, {name: b}]}], admissionChecksStrategy:"
                + " {admissionChecks: [{name: x, onFlavors: [%s]}]}";

        assertThat(decide(queue.formatted("b"))).isEqualTo("allowed");
        assertThat(decide(queue.formatted("a, zzz")))
                .isEqualTo("refused: spec.admissionChecksStrategy.admissionChecks[0].onFlavors[1]: Unsupported value:"
                        + " \"zzz\": supported values: \"a\", \"b\"");
    }

    @Test
    void aSelectorAsksForLabelsThatCanBe() {
        assertThat(decide("namespaceSelector: {matchLabels: {example.com/dep: eng, plain: ''}}"))
                .isEqualTo("allowed");
        assertThat(decide("namespaceSelector: {matchLabels: {'a b': '@'}}"))
                .contains("spec.namespaceSelector.matchLabels: Invalid value: \"a b\": name part must consist")
                .contains("Invalid value: \"@\": a valid label must be");
        assertThat(decide(
                        "namespaceSelector: {matchExpressions: [{key: UPPER.com/x, operator: In, values: [ok, '-']}]}"))
                .contains("matchExpressions[0].key: Invalid value: \"UPPER.com/x\": prefix part")
                .contains("matchExpressions[0].values[1]: Invalid value: \"-\"");
    }
}
