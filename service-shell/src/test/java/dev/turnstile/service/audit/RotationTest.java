package dev.turnstile.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RotationTest {
    private static NavigableSet<Integer> upTo(int most) {
        NavigableSet<Integer> all = new TreeSet<>();
        IntStream.range(0, most).forEach(all::add);
        return all;
    }

    @Test
    void amongFewEverybodyHasATurnInEveryPass() {
        Rotation<Integer> rotation = new Rotation<>(3);

        for (int i = 0; i < 3; i++) {
            assertThat(rotation.turn(upTo(3))).containsExactly(0, 1, 2);
        }
    }

    @Test
    void amongManyEverybodyHasATurnInTime() {
        Rotation<Integer> rotation = new Rotation<>(3);
        Set<Integer> had = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            Set<Integer> turn = rotation.turn(upTo(10));
            assertThat(turn).hasSizeLessThanOrEqualTo(3);
            had.addAll(turn);
        }

        assertThat(had).hasSize(10);
        assertThat(rotation.turn(upTo(10))).containsExactly(0, 1, 2);
    }

    @Test
    void aSuspectHasATurnUntilItIsNoneOrGone() {
        Rotation<Integer> rotation = new Rotation<>(3);
        rotation.turn(upTo(10));
        rotation.suspect(List.of(1));

        assertThat(rotation.turn(upTo(10))).containsExactlyInAnyOrder(1, 3, 4, 5);
        rotation.suspect(List.of(9));
        assertThat(rotation.turn(upTo(9))).containsExactly(6, 7, 8);
        rotation.suspect(List.of());
        assertThat(rotation.turn(upTo(10))).containsExactly(9);
    }
}
