package dev.turnstile.worker.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class WebhookConfigurationsTest {
    private static final Destination HERE = new Destination.Address("127.0.0.1", 9443);
    private static final Destination SERVICE = new Destination.Service("kueue-system", "hooks");

    private static ObjectNode deployed() {
        return Requests.object("webhooks: [{name: a, failurePolicy: Fail, clientConfig: {service: {namespace:"
                + " kueue-system, name: hooks, path: /a}}}, {name: b, clientConfig: {service: {namespace: kueue-system,"
                + " name: hooks, path: /b}}}]");
    }

    private static ObjectNode patched(ObjectNode configuration, Destination destination, String authorities) {
        ObjectNode patch = Objects.requireNonNull(WebhookConfigurations.patch(configuration, destination, authorities));
        return configuration.deepCopy().setAll(patch);
    }

    @Test
    void insideTheServiceStaysAndTheAuthorityIsAdded() {
        ObjectNode known = patched(deployed(), SERVICE, "PEM");

        assertThat(known.at("/webhooks/0/clientConfig/service/path").asString()).isEqualTo("/a");
        assertThat(known.at("/webhooks/1/clientConfig/caBundle").asString()).isEqualTo("UEVN");
        assertThat(known.at("/webhooks/0/failurePolicy").asString()).isEqualTo("Fail");
        assertThat(WebhookConfigurations.patch(known, SERVICE, "PEM")).isNull();
    }

    @Test
    void outsideAUrlOfThisProcessTakesThePlaceOfTheServiceAndBack() {
        ObjectNode outside = patched(deployed(), HERE, "PEM");

        assertThat(outside.at("/webhooks/1/clientConfig").toString())
                .isEqualTo("{\"url\":\"https://127.0.0.1:9443/b\",\"caBundle\":\"UEVN\"}");
        assertThat(patched(outside, SERVICE, "PEM")
                        .at("/webhooks/1/clientConfig/service")
                        .toString())
                .contains("\"name\":\"hooks\"", "\"path\":\"/b\"");
        assertThat(new Destination.Address("::1", 1).url("/a")).isEqualTo("https://[::1]:1/a");
    }

    @Test
    void whoseTrustIsNotOursToArrangeKeepsItsBundle() {
        ObjectNode certManagers = patched(deployed(), SERVICE, "THEIRS");

        assertThat(WebhookConfigurations.patch(certManagers, SERVICE, "")).isNull();
    }

    @Test
    void anAuthorityIsTrustedWhereEveryWebhookNamesIt() {
        ObjectNode both = patched(deployed(), SERVICE, "NEW\nOLD\n");

        assertThat(WebhookConfigurations.trust(List.of(both), "OLD\n")).isTrue();
        assertThat(WebhookConfigurations.trust(List.of(both, deployed()), "OLD\n"))
                .isFalse();
        assertThat(WebhookConfigurations.trust(List.of(), "ANY")).isTrue();
    }
}
