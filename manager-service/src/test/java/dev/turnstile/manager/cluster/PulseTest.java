package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.service.informer.ApiStatusException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PulseTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Pulse pulse = new Pulse(nanos::get);
    private final List<Duration> asked = new ArrayList<>();

    private Consumer<Duration> answersAfter(Duration time) {
        return within -> {
            asked.add(within);
            nanos.addAndGet(time.toNanos());
        };
    }

    private Consumer<Duration> fails(RuntimeException cause) {
        return within -> {
            asked.add(within);
            nanos.addAndGet(within.toNanos());
            throw cause;
        };
    }

    private static RuntimeException silence() {
        return new UncheckedIOException(new InterruptedIOException("timeout"));
    }

    private static RuntimeException refusal(int code) {
        return new ApiStatusException("GET /api", code, "", "no", Duration.ZERO);
    }

    @Test
    void asksEveryFiveSecondsAndTellsHowLongTheAnswerTook() {
        assertThat(pulse.due()).isFalse();
        assertThat(pulse.lag()).isEmpty();
        nanos.addAndGet(Pulse.INTERVAL.toNanos());
        assertThat(pulse.due()).isTrue();
        pulse.check(answersAfter(Duration.ofMillis(120)), false);
        assertThat(pulse.due()).isFalse();
        assertThat(pulse.lag()).contains(Duration.ofMillis(120));
    }

    @Test
    void anAnswerThatIsStillWaitedForIsLag() {
        pulse.check(
                within -> {
                    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
                    assertThat(pulse.lag()).contains(Duration.ofSeconds(2));
                },
                false);
    }

    @Test
    void oneSilenceIsNoOutageAndTwoAre() {
        List<Consumer<Duration>> turns =
                new ArrayList<>(List.of(fails(silence()), answersAfter(Duration.ofMillis(10))));
        pulse.check(within -> turns.removeFirst().accept(within), false);
        assertThat(asked).hasSize(2);
        assertThatThrownBy(() -> pulse.check(fails(silence()), false)).isInstanceOf(UncheckedIOException.class);
        assertThat(asked).hasSize(4);
    }

    @Test
    void aRefusedConnectionNeedsNoSecondQuestion() {
        RuntimeException refused = new UncheckedIOException(new ConnectException("refused"));
        assertThatThrownBy(() -> pulse.check(fails(refused), false)).isSameAs(refused);
        assertThat(asked).hasSize(1);
    }

    @Test
    void aBusyServerIsThereAndOneThatDoesNotKnowUsIsNot() {
        pulse.check(fails(refusal(429)), false);
        pulse.check(fails(refusal(503)), false);
        assertThatThrownBy(() -> pulse.check(fails(refusal(503)), true)).isInstanceOf(ApiStatusException.class);
        assertThatThrownBy(() -> pulse.check(fails(refusal(401)), false)).isInstanceOf(ApiStatusException.class);
    }
}
