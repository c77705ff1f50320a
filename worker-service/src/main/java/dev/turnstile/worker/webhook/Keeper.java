package dev.turnstile.worker.webhook;

import dev.turnstile.worker.certificate.CertificateMaker;
import dev.turnstile.worker.certificate.CertificatePlan;
import dev.turnstile.worker.certificate.CertificatePlan.Step;
import dev.turnstile.worker.certificate.Certificates;
import dev.turnstile.worker.certificate.Identity;
import dev.turnstile.worker.certificate.Pem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Who keeps the server's certificate. */
sealed interface Keeper {
    /**
     * How things are.
     *
     * @param identity to show, or null where there is none yet
     * @param authorities to trust, in PEM; empty where somebody else says so
     * @param toStore new certificates, or null
     * @param reason why they are new
     * @param until when to look again, if nothing changes before
     */
    record State(
            @Nullable Identity identity,
            String authorities,
            @Nullable Certificates toStore,
            String reason,
            Instant until) {}

    Duration A_MINUTE = Duration.ofMinutes(1);
    Logger LOG = LoggerFactory.getLogger(Keeper.class);

    /** From what the API server says now. */
    State look(@Nullable ObjectNode secret, List<ObjectNode> configurations, Instant now);

    /** A Secret's content. */
    static ObjectNode data(Certificates certificates) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        ObjectNode data = object.putObject("data");
        certificates.toSecret().forEach(data::put);
        return object;
    }

    /** We make it ourselves. */
    record Own(CertificateMaker maker, SortedSet<String> names) implements Keeper {
        @Override
        public State look(@Nullable ObjectNode secret, List<ObjectNode> configurations, Instant now) {
            Certificates stored = read(secret);
            if (stored == null && configurations.isEmpty()) {
                // Nobody asks us: nothing to prove.
                return new State(null, "", null, "", now.plus(Duration.ofDays(1)));
            }
            Identity identity = stored == null ? null : stored.serving();
            String authorities = stored == null ? "" : Pem.text(stored.authorities());
            boolean trusted = stored != null
                    && WebhookConfigurations.trust(configurations, Pem.text(List.of(stored.authority())));
            return switch (new CertificatePlan(maker).next(stored, names, trusted, now)) {
                case Step.Keep(Instant until) -> new State(identity, authorities, null, "", until);
                case Step.Store(Certificates made, String reason) ->
                    new State(identity, authorities, made, reason, now.plus(A_MINUTE));
            };
        }

        private static @Nullable Certificates read(@Nullable ObjectNode secret) {
            if (secret == null || secret.path("data").isEmpty()) {
                return null;
            }
            try {
                return Certificates.ofSecret(secret.path("data"));
            } catch (CertificateException e) {
                LOG.warn(
                        "the Secret with the webhook certificate is of no use and will be replaced: {}",
                        e.getMessage());
                return null;
            }
        }
    }

    /** Somebody else makes it, cert-manager for one: in a folder, else in the Secret. Trust is theirs to arrange. */
    record Given(String folder) implements Keeper {
        @Override
        public State look(@Nullable ObjectNode secret, List<ObjectNode> configurations, Instant now) {
            return new State(read(secret), "", null, "", now.plus(A_MINUTE));
        }

        private @Nullable Identity read(@Nullable ObjectNode secret) {
            Path chain = Path.of(folder, "tls.crt");
            Path key = Path.of(folder, "tls.key");
            try {
                if (Files.isReadable(chain) && Files.isReadable(key)) {
                    return new Identity(Pem.certificates(Files.readString(chain)), Pem.key(Files.readString(key)));
                }
                return secret == null ? null : Certificates.servingOf(secret.path("data"));
            } catch (CertificateException | IOException e) {
                LOG.warn(
                        "the webhook certificate in {} cannot be used; the former one stays: {}",
                        secret == null ? folder : "the Secret",
                        e.getMessage());
                return null;
            }
        }
    }
}
