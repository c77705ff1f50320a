package dev.turnstile.worker.certificate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.worker.certificate.CertificatePlan.Step;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Years in the life of a webhook server's certificates. */
class CertificatePlanTest {
    private static final SortedSet<String> NAMES = new TreeSet<>(List.of("webhooks.kueue-system.svc"));
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final CertificatePlan plan = new CertificatePlan(new CertificateMaker(new SecureRandom()));

    private Certificates store(Step step) {
        assertThat(step).isInstanceOf(Step.Store.class);
        return ((Step.Store) step).certificates();
    }

    private Certificates first() {
        return store(plan.next(null, NAMES, false, START));
    }

    private static Instant days(long days) {
        return START.plus(Duration.ofDays(days));
    }

    @Test
    void whereThereIsNothingEverythingIsMade() {
        Certificates made = first();

        assertThat(made.names()).isEqualTo(NAMES);
        assertThat(made.signedByNewest()).isTrue();
        assertThat(made.authority().getNotBefore().toInstant()).isBefore(START);
        assertThat(plan.next(made, NAMES, true, START)).isInstanceOf(Step.Keep.class);
    }

    @Test
    void aThirdOfItsLifeBeforeItsEndTheServersCertificateIsRenewedByTheSameAuthority() {
        Certificates made = first();

        assertThat(plan.next(made, NAMES, true, days(240))).isInstanceOf(Step.Keep.class);
        Certificates renewed = store(plan.next(made, NAMES, true, days(250)));

        assertThat(renewed.authorities()).isEqualTo(made.authorities());
        assertThat(renewed.server()).isNotEqualTo(made.server());
        assertThat(renewed.server().getNotAfter().toInstant()).isEqualTo(days(250 + 365));
    }

    @Test
    void aNewAuthorityIsTrustedByAllBeforeItSigns() {
        Instant due = days(1300);
        Certificates made = store(plan.next(first(), NAMES, true, due.minus(Duration.ofDays(100))));
        Certificates joined = store(plan.next(made, NAMES, true, due));

        assertThat(joined.authorities()).hasSize(2).endsWith(made.authority());
        assertThat(joined.serving()).isEqualTo(made.serving());
        assertThat(joined.signedByNewest()).isFalse();
        assertThat(plan.next(joined, NAMES, false, due.plus(MINUTE)))
                .as("some webhook configuration does not name it yet")
                .isInstanceOf(Step.Keep.class);
        assertThat(plan.next(joined, NAMES, true, due))
                .as("API servers have a minute to notice")
                .isEqualTo(new Step.Keep(due.plus(MINUTE)));

        Certificates moved = store(plan.next(joined, NAMES, true, due.plus(MINUTE)));

        assertThat(moved.signedByNewest()).isTrue();
        assertThat(moved.authorities())
                .as("the old one is trusted for as long as it lives")
                .hasSize(2);
    }

    @Test
    void anExpiredAuthorityIsNoLongerTrusted() {
        Certificates made = first();
        Certificates second = new CertificateMaker(new SecureRandom()).withNewAuthority(made, days(1400));
        Certificates third = new CertificateMaker(new SecureRandom()).withNewAuthority(second, days(2000));

        assertThat(third.authorities()).hasSize(2).doesNotContain(made.authority());
    }

    @Test
    void whereTheAuthorityItselfHasExpiredItIsReplaced() {
        Certificates made = store(plan.next(first(), NAMES, true, days(3000)));

        assertThat(made.authorities()).hasSize(1);
        assertThat(made.server().getNotAfter().toInstant()).isEqualTo(days(3365));
    }

    @Test
    void aReplicaElsewhereAddsItsAddressAndTakesNoneAway() {
        SortedSet<String> elsewhere = new TreeSet<>(List.of("10.0.0.7"));

        Certificates both = store(plan.next(first(), elsewhere, true, START));

        assertThat(both.names()).containsExactly("10.0.0.7", "webhooks.kueue-system.svc");
    }

    @Test
    void aSecretKeepsThemAndItsTextShowsNoKey() throws CertificateException {
        Certificates made = first();
        JsonNode data = JsonMapper.shared().valueToTree(made.toSecret());

        assertThat(Certificates.ofSecret(data).authorities()).isEqualTo(made.authorities());
        assertThat(Certificates.ofSecret(data).serving().key())
                .isEqualTo(made.serving().key());
        assertThat(data.propertyNames()).containsExactly("ca.crt", "ca.key", "tls.crt", "tls.key");
        assertThat(made.toString() + made.serving())
                .doesNotContain(Pem.text(made.authorityKey())
                        .lines()
                        .skip(1)
                        .findFirst()
                        .orElseThrow())
                .doesNotContainIgnoringCase("private");
    }
}
