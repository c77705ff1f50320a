package dev.turnstile.manager.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsolePathsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "/console",
                "/console/fleet",
                "/console/console.js",
                "/console/icon.svg",
                "/console/workloads/team/job-train-1a2b3",
                "/console/workloads/team/why"
            })
    void pagesAreForEverybody(String path) {
        assertThat(ConsolePaths.isOpen(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/console/api/events",
                "/console/%61pi/events",
                "/console/workloads/../api/events",
                "/console/workloads/a/..;/../api/events",
                "/console/api/workloads/team/job",
                "/console//api/events",
                "/console/fleet;x=/api/events",
                "/actuator/info",
                "/console/workloads/team/.."
            })
    void whatTheyAreFilledWithNeedsAToken(String path) {
        assertThat(ConsolePaths.isOpen(path)).isFalse();
    }
}
