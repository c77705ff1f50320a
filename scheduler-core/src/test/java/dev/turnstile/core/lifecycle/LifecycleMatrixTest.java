package dev.turnstile.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Times;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole matrix of phases and events. A pair that the table does not list is illegal. */
class LifecycleMatrixTest {

    /** Columns: the phases in their order. A cell is the next phase, by its letter; a dot is illegal. */
    private static final String TABLE = """
        event                 | W G B H R A d E D F
        granted               | A A . . . . . . . .
        granted, with a check | R R . . . . . . . .
        found gated           | G G . . . . . . . .
        found waiting         | W W B H . . . . D .
        gate opened           | W G B H R A . . . .
        gates declared        | W G B H R A d E D .
        checks required       | W G B H R R . . . .
        check pending         | . . . . R R . . . .
        check ready           | . . . . A A . . . .
        check retry           | . . . . E E . . . .
        check rejected        | . . . . d d . . . .
        preempted             | . . . . E E . . . .
        queue drained         | . . . . E E . . . .
        queue restarted       | . . . W . . . . . .
        pods ready            | . . . . . A . . . .
        pods not ready        | W G B H R A d E D .
        pods ready timed out  | . . . . . E . . . .
        deactivation demanded | d d d d d d . d . .
        active cleared        | D D D D E E E E . .
        active set            | W G B H . . A E W .
        job stopped           | . . . . . . . H . .
        back-off elapsed      | . . W . . . . . . .
        job finished          | F F F F F F F F F .
        owner deleted         | F F F F F F F F F .
        """;

    private static final List<Phase> COLUMNS = List.of(Phase.values());
    private static final List<String> LETTERS = List.of("W", "G", "B", "H", "R", "A", "d", "E", "D", "F");

    static Stream<Arguments> cells() {
        return TABLE.lines().skip(1).flatMap(row -> {
            String[] halves = row.split("\\|", -1);
            String[] cells = halves[1].strip().split(" ", -1);
            return IntStream.range(0, cells.length)
                    .mapToObj(column -> Arguments.of(COLUMNS.get(column), halves[0].strip(), cells[column]));
        });
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("cells")
    void every_cell(Phase phase, String eventName, String cell) {
        WorkloadState state = Lives.in(phase);
        WorkloadEvent event = Lives.event(eventName);

        Transition transition = Lifecycle.on(state, event, Times.at("12:10:00"));

        switch (transition) {
            case Transition.Legal legal ->
                assertThat(legal.state().phase())
                        .as("the table says %s", cell)
                        .isEqualTo(COLUMNS.get(LETTERS.indexOf(cell)));
            case Transition.Illegal illegal -> {
                assertThat(cell).as(illegal.why()).isEqualTo(".");
                assertThat(illegal.phase()).isEqualTo(phase);
                assertThat(illegal.event()).isEqualTo(event);
            }
        }
    }

    @Test
    void each_phase_and_each_event_has_its_sample() {
        Map<Phase, WorkloadState> states = Lives.ofEachPhase();

        assertThat(states.keySet()).containsExactly(Phase.values());
        states.forEach((phase, state) -> assertThat(state.phase()).isEqualTo(phase));
        assertThat(TABLE.lines().skip(1).map(row -> row.split("\\|", -1)[0].strip()))
                .containsExactlyElementsOf(Lives.ofEachKind().keySet());
        assertThat(Lives.ofEachKind().values().stream()
                        .map(Object::getClass)
                        .distinct()
                        .count())
                .as("every record that WorkloadEvent permits is in the table")
                .isEqualTo(WorkloadEvent.class.getPermittedSubclasses().length);
    }
}
