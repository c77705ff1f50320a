package dev.turnstile.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The scheduler's state belongs to one thread, and says so where another one uses it. */
class ConfinementTest {
    private final FedCache fed = new FedCache();

    @Test
    void theThreadThatUsedTheStateFirstMayUseIt() {
        fed.cache().publish();

        assertThat(fed.cache().scheduler().known()).isEmpty();
    }

    @Test
    void anotherThreadMayNot() {
        CompletableFuture<?> elsewhere = new CompletableFuture<>();
        Thread.ofVirtual().name("elsewhere").start(() -> {
            try {
                fed.cache().note(new Change.OfCohort("all"));
                elsewhere.complete(null);
            } catch (IllegalStateException e) {
                elsewhere.completeExceptionally(e);
            }
        });

        assertThatThrownBy(elsewhere::get)
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("the scheduler's state belongs to thread")
                .hasMessageContaining("elsewhere uses it");
    }
}
