package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestingTest {
    private static final ObjectKey KEY = new ObjectKey("team", "one");
    private final List<ObjectKey> seen = new ArrayList<>();

    private Outcome look(ObjectKey key) {
        seen.add(key);
        return Outcome.after(Duration.ofSeconds(1));
    }

    private Outcome lose(ObjectKey key) {
        seen.add(key);
        throw new NotLeaderException("PATCH " + key);
    }

    @Test
    void nothing_is_read_by_one_that_may_not_write() throws InterruptedException {
        assertThat(Resting.unless(() -> false, this::look).reconcile(KEY)).isEqualTo(Outcome.done());
        assertThat(seen).isEmpty();

        assertThat(Resting.unless(() -> true, this::look).reconcile(KEY))
                .isEqualTo(Outcome.after(Duration.ofSeconds(1)));
        assertThat(seen).containsExactly(KEY);
    }

    @Test
    void one_that_loses_the_lease_meanwhile_leaves_the_rest_to_the_leader() throws InterruptedException {
        assertThat(Resting.unless(() -> true, this::lose).reconcile(KEY)).isEqualTo(Outcome.done());
        assertThat(Resting.onceLost(this::lose).reconcile(KEY)).isEqualTo(Outcome.done());
        assertThat(seen).containsExactly(KEY, KEY);
    }
}
