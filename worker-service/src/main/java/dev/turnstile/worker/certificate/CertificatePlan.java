package dev.turnstile.worker.certificate;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What has to happen to the certificates next.
 *
 * <p>Goal: at every moment each API server trusts what each replica shows. Constraints: API servers and replicas learn
 * of a change one after the other, and only the newest authority can still sign. Steps: a new authority is first only
 * added to those that are trusted; once every webhook configuration names it, and API servers had a minute to notice,
 * the server's certificate is renewed from it; the old authority stays until it has expired. A third of a life before
 * its end each is renewed. Example: an authority of five years is joined by a second one after forty months; a minute
 * later the server shows a certificate of the second, and twenty months later the first one is no longer trusted.
 */
public final class CertificatePlan {
    private static final int RENEWED_AT_LAST = 3;
    private static final int MOST_NAMES = 32;
    private static final Duration NOTICED = Duration.ofMinutes(1);
    private static final Duration SOON = Duration.ofSeconds(1);

    /** What to do. */
    public sealed interface Step {
        /** Nothing until then. */
        record Keep(Instant until) implements Step {}

        /** Store these in their place, saying why. */
        record Store(Certificates certificates, String reason) implements Step {}
    }

    private final CertificateMaker maker;

    public CertificatePlan(CertificateMaker maker) {
        this.maker = maker;
    }

    /**
     * The next step.
     *
     * @param stored what there is, or null where there is nothing that can be used
     * @param wanted names and addresses that API servers call the server by
     * @param trusted whether all webhook configurations trust the newest authority
     */
    public Step next(@Nullable Certificates stored, SortedSet<String> wanted, boolean trusted, Instant now) {
        if (stored == null || !now.isBefore(end(stored.authority()))) {
            return new Step.Store(maker.create(wanted, now), "there were none that can be used");
        }
        SortedSet<String> names = stored.names();
        Instant authorityDue = due(stored.authority());
        if (!now.isBefore(authorityDue)) {
            return new Step.Store(
                    maker.withNewAuthority(stored, now), "the authority ends at " + end(stored.authority()));
        }
        boolean foreign = !stored.signedByNewest();
        String reason = !names.containsAll(wanted)
                ? "it was made for " + names
                : !now.isBefore(due(stored.server()))
                        ? "the former one ends at " + end(stored.server())
                        : foreign ? "there is a new authority" : "";
        if (reason.isEmpty()) {
            return new Step.Keep(earlier(authorityDue, due(stored.server())));
        }
        Instant noticed = stored.authority()
                .getNotBefore()
                .toInstant()
                .plus(CertificateMaker.BEFORE)
                .plus(NOTICED);
        boolean usable = !foreign || (trusted && !now.isBefore(noticed));
        if (usable || !now.isBefore(end(stored.server()))) {
            return new Step.Store(maker.reissued(stored, union(names, wanted), now), reason);
        }
        return new Step.Keep(trusted ? noticed : now.plus(SOON));
    }

    /** Names of other replicas stay, unless they have become too many. */
    private static SortedSet<String> union(SortedSet<String> present, SortedSet<String> wanted) {
        SortedSet<String> all = new TreeSet<>(present);
        all.addAll(wanted);
        return all.size() > MOST_NAMES ? wanted : all;
    }

    private static Instant due(X509Certificate certificate) {
        Instant end = end(certificate);
        Duration life = Duration.between(certificate.getNotBefore().toInstant(), end);
        return end.minus(life.dividedBy(RENEWED_AT_LAST));
    }

    private static Instant end(X509Certificate certificate) {
        return certificate.getNotAfter().toInstant();
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
