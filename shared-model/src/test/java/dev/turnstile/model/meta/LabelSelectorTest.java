package dev.turnstile.model.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelSelectorTest {
    private static final Map<String, String> LABELS = Map.of("dep", "eng", "tier", "gold");

    @ParameterizedTest
    @CsvSource({
        "dep, In, eng, true",
        "dep, In, ops, false",
        "none, In, eng, false",
        "dep, NotIn, ops, true",
        "dep, NotIn, eng, false",
        "none, NotIn, eng, true",
        "dep, Exists, , true",
        "none, Exists, , false",
        "dep, DoesNotExist, , false",
        "none, DoesNotExist, , true",
        "dep, Likes, eng, false",
    })
    void aRequirementIsFulfilledAsKubernetesSays(String key, String operator, String value, boolean fulfilled) {
        LabelSelectorRequirement requirement =
                new LabelSelectorRequirement(key, operator, value == null ? List.of() : List.of(value));

        assertThat(new LabelSelector(Map.of(), List.of(requirement)).matches(LABELS))
                .isEqualTo(fulfilled);
    }

    @Test
    void allRequirementsMustHold() {
        LabelSelectorRequirement gold = new LabelSelectorRequirement("tier", "In", List.of("gold"));

        assertThat(LabelSelector.EVERYTHING.matches(Map.of())).isTrue();
        assertThat(new LabelSelector(Map.of("dep", "eng"), List.of(gold)).matches(LABELS))
                .isTrue();
        assertThat(new LabelSelector(Map.of("dep", "ops"), List.of(gold)).matches(LABELS))
                .isFalse();
        assertThat(new LabelSelector(Map.of("dep", "eng"), List.of(gold)).matches(Map.of("dep", "eng")))
                .isFalse();
    }
}
