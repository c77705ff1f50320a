package dev.turnstile.embedded.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorsTest {
    private static final Map<String, String> LABELS = Map.of("app", "web", "tier", "3");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "app=web | true",
                "app==web,tier!=4 | true",
                "app in (db, web) | true",
                "app notin (web) | false",
                "other notin (web) | true",
                "app,!other | true",
                "!app | false",
                "tier>2 | true",
                "tier<3 | false"
            })
    void labelSelectors(String selector, boolean matches) {
        assertThat(LabelSelector.parse(selector).matches(LABELS)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"app in web", "=x", "a b"})
    void refusesWhatIsNoLabelSelector(String selector) {
        assertThatThrownBy(() -> LabelSelector.parse(selector))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(400));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"metadata.name=a | true", "metadata.name!=a | false", "x=a\\,b | true", "missing= | true"})
    void fieldSelectors(String selector, boolean matches) {
        var fields = Map.of("metadata.name", "a", "x", "a,b");

        assertThat(FieldSelector.parse(selector).matches(field -> fields.getOrDefault(field, "")))
                .isEqualTo(matches);
    }
}
