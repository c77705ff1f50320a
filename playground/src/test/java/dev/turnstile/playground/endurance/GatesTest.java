package dev.turnstile.playground.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Two gates in a window are noticed, whatever the order of their events; what ends a window is not held against
 * anybody.
 */
class GatesTest {
    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");

    private final Faults faults = new Faults();
    private final Gates gates = new Gates(faults);

    private static Instant at(long seconds) {
        return START.plusSeconds(seconds);
    }

    private static ApiObject object(String yaml) {
        return new ApiObject((ObjectNode) YAML.readTree(yaml));
    }

    private static ApiObject replica(int number, String state, long since) {
        return object("""
            {kind: Workload, metadata: {name: job-train, uid: r%d},
             status: {preemptionGates: [{name: kueue.x-k8s.io/multikueue, state: %s, lastTransitionTime: '%s'}]}}
            """.formatted(number, state, at(since)));
    }

    private void gate(int number, String state, long since) {
        gates.replica("worker-" + number, replica(number, state, since), false, at(since));
    }

    private void reserved(boolean is, String note) {
        gates.local(object("""
            {kind: Workload, metadata: {name: job-train, annotations: {kueue.x-k8s.io/multikueue-last-ungated: '%s'}},
             status: {conditions: [{type: QuotaReserved, status: '%s'}]}}
            """.formatted(note, is ? "True" : "False")));
    }

    private static String note(int replica, long time) {
        return "cluster=worker-%1$d;at=%2$s;firstTriedAt=%2$s;replica=r%1$d;life=%3$s"
                .formatted(replica, at(time), at(0));
    }

    @Test
    void twoGatesInAWindowAreNoticed() {
        gate(1, "Open", 10);
        gate(2, "Open", 12);
        assertThat(gates.violations())
                .singleElement()
                .asString()
                .startsWith("two gates of job-train within 2 s: worker-1 at " + at(10));
    }

    @Test
    void eventsThatComeInAnotherOrderChangeNothing() {
        gate(2, "Open", 12);
        gate(1, "Open", 10);
        gate(1, "Closed", 14);
        assertThat(gates.violations()).hasSize(1);
    }

    @Test
    void twoGatesInOneSecondAreNoticed() {
        gate(2, "Open", 12);
        gate(1, "Open", 12);
        assertThat(gates.violations()).hasSize(1);
    }

    @Test
    void afterTheWindowTheNextMayBeOpened() {
        gate(1, "Open", 10);
        gate(2, "Open", 15);
        assertThat(gates.violations()).isEmpty();
    }

    @Test
    void aGateThatWasClosedEndsTheWindow() {
        gate(1, "Open", 10);
        gate(1, "Closed", 12);
        gate(2, "Open", 12);
        assertThat(gates.violations()).isEmpty();
    }

    @Test
    void aReplicaThatIsGoneEndsTheWindow() {
        gate(1, "Open", 10);
        gates.replica("worker-1", replica(1, "Open", 10), true, at(12));
        gate(2, "Open", 12);
        assertThat(gates.violations()).isEmpty();
    }

    @Test
    void aGateThatIsClosedTooLateDoesNot() {
        gate(1, "Open", 10);
        gate(2, "Open", 12);
        gate(1, "Closed", 14);
        assertThat(gates.violations()).hasSize(1);
    }

    @Test
    void everyReservationHasItsOwnWindow() {
        reserved(true, note(1, 10));
        gate(1, "Open", 10);
        reserved(false, "");
        reserved(true, note(2, 12));
        gate(2, "Open", 12);
        assertThat(gates.violations()).isEmpty();
    }

    @Test
    void withinOneReservationNotesExcuseNothing() {
        reserved(true, note(1, 10));
        gate(1, "Open", 10);
        reserved(true, note(2, 12));
        gate(2, "Open", 12);
        assertThat(gates.violations()).hasSize(1);
    }

    @Test
    void whatAStoreHasForgottenIsNotCounted() {
        gate(1, "Open", 10);
        gate(2, "Open", 12);
        faults.forgotten("worker-1", at(8), at(20));
        assertThat(gates.violations()).isEmpty();
    }

    @Test
    void aGateOfBeforeABackupIsTheSameGate() {
        gate(1, "Open", 10);
        gate(1, "Closed", 12);
        gate(2, "Open", 13);
        gates.begunAgain("worker-1", at(30));
        gate(1, "Open", 10);
        assertThat(gates.violations()).isEmpty();
        assertThat(gates.openings()).isEqualTo(2);
    }
}
