package dev.turnstile.core.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.dispatch.Times;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole matrix of phases and events, as the documentation prints it. A pair that it does not list is illegal. */
class LifecycleMatrixTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "manager-decisions.md");
    private static final List<String> ROWS = rows();

    private static final List<Phase> COLUMNS = List.of(Phase.values());
    private static final List<String> LETTERS = List.of("W", "G", "B", "H", "R", "A", "d", "E", "D", "F");

    /** Columns: the phases in their order. A cell is the next phase, by its letter; a dot is illegal. */
    private static List<String> rows() {
        try (Stream<String> lines = Files.lines(DOCUMENT)) {
            return lines.dropWhile(line -> !line.startsWith("event  "))
                    .skip(1)
                    .takeWhile(line -> !line.equals("```"))
                    .toList();
        } catch (IOException problem) {
            throw new UncheckedIOException("cannot read the table of " + DOCUMENT, problem);
        }
    }

    static Stream<Arguments> cells() {
        return ROWS.stream().flatMap(row -> {
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
        assertThat(ROWS.stream().map(row -> row.split("\\|", -1)[0].strip()))
                .containsExactlyElementsOf(Lives.ofEachKind().keySet());
        assertThat(cells()).as("no cell is left out").hasSize(COLUMNS.size() * ROWS.size());
        assertThat(Lives.ofEachKind().values().stream()
                        .map(Object::getClass)
                        .distinct()
                        .count())
                .as("every record that WorkloadEvent permits is in the table")
                .isEqualTo(WorkloadEvent.class.getPermittedSubclasses().length);
    }
}
