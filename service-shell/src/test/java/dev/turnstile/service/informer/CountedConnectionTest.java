package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.service.thread.SteppedThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.JsonNodeFactory;

class CountedConnectionTest {
    private static final ObjectKey ONE = new ObjectKey("team", "one");

    private final MemoryApi api = new MemoryApi(new SteppedThreads());
    private final WriteCounts counts = new WriteCounts();
    private final ApiConnection connection = new CountedConnection(api, counts);

    private void patch(String subresource) {
        connection.patch(ApiResource.JOB, ONE, subresource, JsonNodeFactory.instance.objectNode());
    }

    @Test
    void writesAreCountedByPartOfTheObject() {
        api.set("one", "word");
        List<WriteCounts.Kind> kinds = new ArrayList<>();
        patch("status");
        counts.forEachKind(kinds::add);
        patch("status");
        patch("");

        var status = new WriteCounts.Kind("jobs/status", "patch", "written");
        var main = new WriteCounts.Kind("jobs", "patch", "written");
        assertThat(kinds).containsExactly(status, main);
        assertThat(counts.of(status)).isEqualTo(2);
        assertThat(counts.of(main)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"409, conflict", "429, throttled", "403, refused", "500, error", "0, unanswered"})
    void whatTheApiMadeOfThemIsCounted(int code, String result) {
        api.fail(request -> failure(code));
        // Through the connections that are made of this one, too.
        assertThatThrownBy(() -> connection
                        .urgent()
                        .within(Duration.ofSeconds(1))
                        .patch(ApiResource.JOB, ONE, "", JsonNodeFactory.instance.objectNode()))
                .isInstanceOf(RuntimeException.class);

        assertThat(counts.of(new WriteCounts.Kind("jobs", "patch", result))).isEqualTo(1);
    }

    private static @Nullable RuntimeException failure(int code) {
        return code == 0
                ? new UncheckedIOException(new IOException("cut"))
                : new ApiStatusException("PATCH", code, "Reason", "message", Duration.ZERO);
    }
}
