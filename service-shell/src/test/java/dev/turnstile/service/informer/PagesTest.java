package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.service.thread.SteppedThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class PagesTest {
    private final List<Integer> sizes = new ArrayList<>();
    private final Pages pages = new Pages(new MemoryApi(new SteppedThreads()));

    private void request(int most) {
        pages.next(new LinkedHashMap<>(), (connection, query) -> {
            int size = Integer.parseInt(query.getOrDefault("limit", "0"));
            sizes.add(size);
            if (size > most) {
                throw new AnswerTooLargeException("GET: too large", new IOException("too large"));
            }
            return JsonNodeFactory.instance.objectNode();
        });
    }

    @Test
    void smallObjectsArriveInPagesThatGrow() {
        IntStream.range(0, 6).forEach(_ -> request(1_000));

        assertThat(sizes).containsExactly(50, 100, 200, 400, 500, 500);
    }

    @Test
    void aPageThatIsTooLargeIsRequestedInHalvesAndNoneIsLargerAfterwards() {
        IntStream.range(0, 3).forEach(_ -> request(8));

        assertThat(sizes).containsExactly(50, 25, 12, 6, 6, 6);
    }

    @Test
    void aSingleObjectThatIsTooLargeIsAnError() {
        assertThatThrownBy(() -> request(0)).isInstanceOf(AnswerTooLargeException.class);

        assertThat(sizes).containsExactly(50, 25, 12, 6, 3, 1);
    }
}
