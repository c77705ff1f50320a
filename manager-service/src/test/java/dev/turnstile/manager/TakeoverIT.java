package dev.turnstile.manager;

import static dev.turnstile.manager.TestFleet.MANAGER;
import static dev.turnstile.manager.TestFleet.WORKERS;
import static dev.turnstile.manager.TestFleet.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** One manager follows another. */
@Timeout(240)
@ResourceLock("shared fleet") // One manager at a time leads there.
class TakeoverIT {
    private static final Duration SEVERAL_COLLECTIONS = Duration.ofSeconds(4);
    private static final TestFleet fleet = TestFleet.shared();
    private static final Configuration CONFIGURATION = Reading.ofText("""
        apiVersion: config.kueue.x-k8s.io/v1beta2
        kind: Configuration
        leaderElection: {leaderElect: true, leaseDuration: 12s, renewDeadline: 8s, retryPeriod: 2s}
        multiKueue: {gcInterval: 1s}
        featureGates: {MultiKueueOrchestratedPreemption: true}
        """).orThrow();

    private static FragileManager manager(String identity) {
        return new FragileManager(fleet.client(MANAGER), () -> CONFIGURATION, identity, Clock.systemUTC()).start();
    }

    /** To one that has not heard of a workload, what is left of it in other clusters looks like leftovers. */
    @Test
    void whoHeardNothingOfAWorkloadDoesNotTakeItsJobForALeftover() {
        FleetStory story = fleet.story("takeover", "3");
        try (FragileManager first = manager("first")) {
            eventually("the first leads", first::leads);
            try (FragileManager second = manager("second")) {
                eventually("the second has read everything", () -> second.knows(WORKERS));
                second.fallsDeaf();
                story.dispatch("long", 2, "low");
                String winner = story.eventuallyPlaced("long");
                story.eventuallyRuns(winner, "long", 2);
                List<String> pods = story.podsOf(winner, "long");

                first.kill();
                eventually("the second leads", second::leads);

                await().during(SEVERAL_COLLECTIONS)
                        .atMost(SEVERAL_COLLECTIONS.multipliedBy(2))
                        .untilAsserted(
                                () -> assertThat(story.podsOf(winner, "long")).isEqualTo(pods));
                story.dispatch("next", 1, "low");
                story.eventuallyRuns(story.eventuallyPlaced("next"), "next", 1);
                assertThat(story.winner("long")).isEqualTo(winner);
            }
        }
    }
}
