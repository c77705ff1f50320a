package dev.turnstile.service.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.Reading;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerAddressesTest {

    @Test
    void withoutAnAddressTheManagementServerListensOn8081AndAnswersEverything() {
        assertThat(properties("{}"))
                .containsEntry("management.server.port", 8081)
                .doesNotContainKeys("management.server.address", "health.port")
                .containsEntry("management.endpoint.health.group.liveness.additional-path", "management:/healthz")
                .containsEntry("management.endpoint.health.group.readiness.additional-path", "management:/readyz");
    }

    @Test
    void oneAddressIsTheManagementServers() {
        assertThat(properties("metrics: {bindAddress: '127.0.0.1:8443'}"))
                .containsEntry("management.server.port", 8443)
                .containsEntry("management.server.address", "127.0.0.1")
                .doesNotContainKey("health.port");
        assertThat(properties("health: {healthProbeBindAddress: ':9000'}"))
                .containsEntry("management.server.port", 9000)
                .doesNotContainKey("health.port");
    }

    @Test
    void twoAddressesThatDifferArePortsOfTheirOwn() {
        assertThat(properties("{metrics: {bindAddress: ':8443'}, health: {healthProbeBindAddress: '[::1]:8081'}}"))
                .containsEntry("management.server.port", 8443)
                .containsEntry("health.port", 8081)
                .containsEntry("health.address", "::1");
    }

    @Test
    void twoAddressesThatAgreeAreOnePort() {
        assertThat(properties("{metrics: {bindAddress: ':8443'}, health: {healthProbeBindAddress: ':8443'}}"))
                .containsEntry("management.server.port", 8443)
                .doesNotContainKey("health.port");
    }

    @Test
    void metricsCanBeSwitchedOffAndHealthStays() {
        assertThat(properties("{metrics: {bindAddress: '0'}, health: {healthProbeBindAddress: ':8090'}}"))
                .containsEntry("management.server.port", 8090)
                .containsEntry("management.endpoint.prometheus.access", "none")
                .doesNotContainKey("health.port");
    }

    @Test
    void probesHaveTheirNamesFromTheConfiguration() {
        assertThat(properties("health: {readinessEndpointName: ready, livenessEndpointName: live}"))
                .containsEntry("management.endpoint.health.group.liveness.additional-path", "management:/live")
                .containsEntry("management.endpoint.health.group.readiness.additional-path", "management:/ready");
    }

    private static Map<String, Object> properties(String text) {
        return ServerAddresses.properties(Reading.ofText(text).orThrow());
    }
}
