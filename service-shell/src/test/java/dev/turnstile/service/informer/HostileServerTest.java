package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a server that somebody else runs can do to us. */
@Timeout(60)
class HostileServerTest {
    private HostileServer server;
    private HttpApiConnection connection;

    @BeforeEach
    void connect() throws IOException {
        server = new HostileServer();
        connection = new HttpApiConnection(new ApiClient().setBasePath(server.address()));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ApiStatusException refused(String path, Map<String, String> query) {
        return catchThrowableOfType(ApiStatusException.class, () -> connection.get(path, query));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void redirectsAreNotFollowed(int code) throws IOException {
        try (HostileServer internal = new HostileServer()) {
            String path = "/" + code + "/" + URI.create(internal.address()).getPort();
            var resource = new ApiResource("v1", "Pod", "pods", true);

            assertThat(refused(path, Map.of()).code()).isEqualTo(code);
            assertThat(catchThrowableOfType(
                            ApiStatusException.class, () -> connection.watch(path, Map.of(), Duration.ofSeconds(5))))
                    .isNotNull();
            var moved = new HttpApiConnection(new ApiClient().setBasePath(server.address() + path));
            assertThatThrownBy(() -> moved.create(resource, "team", JsonNodeFactory.instance.objectNode()))
                    .isInstanceOf(ApiStatusException.class);

            assertThat(internal.requests()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"999999, 60", "99999999999999999999, 60", "61, 60", "7, 7", "soon, 0"})
    void nobodyKeepsUsAwayForMoreThanAMinute(String asked, int seconds) {
        assertThat(refused("/busy", Map.of("seconds", asked)).retryAfter()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void aTalkativeRefusalIsCut() {
        ApiStatusException refusal = refused("/talkative", Map.of());

        assertThat(refusal.words()).hasSize(1024).endsWith("…");
        assertThat(refusal.getMessage()).hasSizeLessThan(3_000);
    }

    /** Each of these would take a gigabyte or two. */
    @Test
    void whatIsSentWithoutEndFitsIntoASmallHeap() throws Exception {
        Process reader = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx160m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BoundedReader.class.getName(),
                        server.address(),
                        "/packed,watch:/endless,/empty-objects")
                .redirectErrorStream(true)
                .start();
        String printed = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(reader.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(printed)
                .contains("GET /packed: the answer is larger than 32 MB")
                .contains("a watch broke: a line is longer than 12 MB")
                .contains("GET /empty-objects: the answer has more than 600000 objects and lists");
        assertThat(reader.exitValue()).isZero();
    }
}
