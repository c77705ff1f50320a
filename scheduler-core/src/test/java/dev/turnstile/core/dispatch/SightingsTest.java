package dev.turnstile.core.dispatch;

import static dev.turnstile.core.dispatch.Times.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SightingsTest {

    private static Sightings nominated(Sightings before, String time, String... clusters) {
        Sightings.Look look = before.look(at(time));
        look.nominatedAt(List.of(clusters));
        return look.after();
    }

    @Test
    void aNominationCountsFromItsFirstSightUntilItChanges() {
        Sightings first = nominated(Sightings.NONE, "12:00:00", "a");
        Sightings same = nominated(first, "12:01:00", "a");

        assertThat(same.look(at("12:02:00")).nominatedAt(List.of("a"))).contains(at("12:00:00"));
        assertThat(same.look(at("12:02:00")).nominatedAt(List.of("a", "b"))).contains(at("12:02:00"));
        assertThat(same.look(at("12:02:00")).nominatedAt(List.of())).isEmpty();
    }

    @Test
    void aNominationThatWasWithdrawnIsForgotten() {
        Sightings withdrawn = nominated(nominated(Sightings.NONE, "12:00:00", "a"), "12:01:00");

        assertThat(withdrawn.look(at("12:02:00")).nominatedAt(List.of("a"))).contains(at("12:02:00"));
    }

    @Test
    void whatAWorkerWroteCountsFromItsFirstSight() {
        Sightings.Look first = Sightings.NONE.look(at("12:00:05"));
        first.of("uid asks", at("12:00:01"));

        Sightings.Look later = first.after().look(at("12:00:09"));

        assertThat(later.of("uid asks", at("12:00:01"))).isEqualTo(new Sighting(at("12:00:01"), at("12:00:05")));
        assertThat(later.of("uid asks", at("12:00:08"))).isEqualTo(new Sighting(at("12:00:08"), at("12:00:09")));
    }

    @Test
    void aLookThatIsDroppedChangesNothing() {
        Sightings before = nominated(Sightings.NONE, "12:00:00", "a");
        nominated(before, "12:01:00", "b");

        assertThat(before.look(at("12:02:00")).nominatedAt(List.of("a"))).contains(at("12:00:00"));
    }

    @Test
    void ofVeryManySightingsOnlyThoseThatAreStillThereAreKept() {
        Sightings.Look first = Sightings.NONE.look(at("12:00:00"));
        for (int i = 0; i < 300; i++) {
            first.of("uid asks", at("12:00:00").minusSeconds(i));
        }
        Sightings.Look second = first.after().look(at("12:01:00"));
        second.of("uid asks", at("12:00:00"));

        assertThat(second.after().firstSeen()).hasSize(1).containsValue(at("12:00:00"));
    }
}
