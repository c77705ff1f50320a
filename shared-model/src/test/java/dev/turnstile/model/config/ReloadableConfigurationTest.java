package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.ReloadableConfiguration.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ReloadableConfigurationTest {

    private final ReloadableConfiguration configuration = new ReloadableConfiguration(
            Reading.ofText("multiKueue: {origin: one, gcInterval: 1m}").orThrow());
    private final List<Configuration> heard = new ArrayList<>();

    @Test
    void whatCanChangeIsTakenOverAndTheRestWaitsForARestart() {
        configuration.onChange(heard::add);

        var outcome = configuration.offer(Reading.ofText("multiKueue: {origin: two, gcInterval: 2m}"));

        assertThat(outcome)
                .isEqualTo(new Outcome.Applied(
                        new TreeSet<>(List.of("multiKueue.gcInterval")), new TreeSet<>(List.of("multiKueue.origin"))));
        assertThat(configuration.current().multiKueue().gcInterval()).isEqualTo(Duration.ofMinutes(2));
        assertThat(configuration.current().multiKueue().origin()).isEqualTo("one");
        assertThat(heard).containsExactly(configuration.current());
    }

    @Test
    void aWrongConfigurationChangesNothing() {
        configuration.onChange(heard::add);
        var before = configuration.current();

        var outcome = configuration.offer(Reading.ofText("multiKueue: {gcInterval: soon}"));

        assertThat(outcome)
                .isEqualTo(new Outcome.Refused(List.of(
                        new Problem("multiKueue.gcInterval", "\"soon\"", "a duration such as 5m30s, at least 0s"))));
        assertThat(configuration.current()).isSameAs(before);
        assertThat(heard).isEmpty();
    }

    @Test
    void theSameConfigurationIsNoChange() {
        configuration.onChange(heard::add);

        var outcome = configuration.offer(Reading.ofText("multiKueue: {origin: one, gcInterval: 60s}"));

        assertThat(outcome).isEqualTo(new Outcome.Applied(Collections.emptySortedSet(), Collections.emptySortedSet()));
        assertThat(heard).isEmpty();
    }

    @Test
    void aSettingThatIsGoneGoesBackToItsDefault() {
        configuration.offer(Reading.ofText("""
            multiKueue: {origin: one, gcInterval: 5m}
            metrics: {localQueueMetrics: {localQueueSelector: {matchLabels: {a: b}}}}
            clientConnection: {qps: 5}
            integrations: {labelKeysToCopy: [a, b]}
            """));
        assertThat(configuration.current().clientConnection().requestsAtOnce()).isEqualTo(10);
        assertThat(configuration.current().metrics().localQueueMetrics().localQueueSelector())
                .isNotNull();

        configuration.offer(Reading.ofText("multiKueue: {origin: one}"));

        assertThat(configuration.current().clientConnection().limited()).isFalse();
        assertThat(configuration.current().integrations().labelKeysToCopy()).isEmpty();
        assertThat(configuration.current().metrics().localQueueMetrics().localQueueSelector())
                .isNull();
        assertThat(configuration.current().multiKueue().gcInterval()).isEqualTo(Duration.ofMinutes(1));
    }
}
