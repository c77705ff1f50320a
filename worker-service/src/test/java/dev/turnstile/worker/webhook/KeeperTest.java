package dev.turnstile.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.worker.certificate.CertificateMaker;
import dev.turnstile.worker.certificate.Certificates;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Certificates that somebody else makes, as cert-manager does: {@code internalCertManagement.enable: false}. */
class KeeperTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private static Certificates made() {
        return new CertificateMaker(new SecureRandom()).create(new TreeSet<>(List.of("kueue-webhook-service")), NOW);
    }

    private static ObjectNode secret(Certificates certificates) {
        return Keeper.data(certificates);
    }

    private void write(Certificates certificates) throws IOException {
        for (String entry : List.of("tls.crt", "tls.key")) {
            String content = Objects.requireNonNull(certificates.toSecret().get(entry));
            Files.writeString(
                    folder.resolve(entry), new String(Base64.getDecoder().decode(content), StandardCharsets.UTF_8));
        }
    }

    private Keeper.State look(ObjectNode secret) {
        return new Keeper.Given(folder.toString()).look(secret, List.of(), NOW);
    }

    private static List<X509Certificate> shown(Keeper.State state) {
        return Objects.requireNonNull(state.identity()).chain();
    }

    @Test
    void theSecretCountsWhereTheFolderHasNone() {
        Certificates certificates = made();

        Keeper.State state = look(secret(certificates));

        assertThat(shown(state)).isEqualTo(certificates.serving().chain());
        assertThat(state.toStore())
                .as("nothing is written into what is another's")
                .isNull();
        assertThat(state.authorities()).as("trust is arranged by others").isEmpty();
        assertThat(state.until()).isEqualTo(NOW.plus(Duration.ofMinutes(1)));
    }

    @Test
    void theFolderComesFirstAndIsReadEachTime() throws IOException {
        Certificates first = made();
        Certificates second = made();
        write(first);
        assertThat(shown(look(secret(made())))).isEqualTo(first.serving().chain());

        write(second);

        assertThat(shown(look(secret(made())))).isEqualTo(second.serving().chain());
    }

    @Test
    void whatCannotBeReadIsNoCertificate() throws IOException {
        ObjectNode empty = JsonNodeFactory.instance.objectNode();
        empty.putObject("data");
        assertThat(look(empty).identity()).isNull();
        write(made());
        Files.writeString(folder.resolve("tls.key"), "half a key");
        assertThat(look(empty).identity()).isNull();
    }
}
