package dev.turnstile.core.cycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.assignment.Mode;
import dev.turnstile.core.cycle.Assumptions.Effect;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.story.WorkloadBuilder;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.PreemptionReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every event in every state of an assumption's life. */
class AssumptionsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String UID = "uid-w";

    /**
     * Rows are states, columns events. {@code +R} rolls the admission back, {@code +V} ends the eviction, {@code x} is
     * illegal.
     */
    private static final String MATRIX = """
        state | admit evict withdraw begin written refused unanswered reserved evicting free other gone due  spare
        -     | Au    Eu    -        -     -       -       -          -        -        -    -     -    -    -
        Au    | x     -+R   -+R      As    -       -+R     -+R        -        -        Au   -     -    Au   Au
        As    | x     Ae    Ah       As    -       -+R     Aq         -        -        As   -     -    As   As
        Ah    | x     Ae    Ah       Ah    -       -+R     Aq         -        -        Ah   -     -    Ah   Ah
        Ae    | x     x     Ae       Ae    Eu      -+R     Aqe        Eu       -        Ae   -     -    Ae   Ae
        Aq    | x     Aqe   Aq       Aq    -       -+R     Aq         -        -        Aq   -     -    Ar   Aq
        Aqe   | x     x     Aqe      Aqe   Eu      -+R     Aqe        Eu       -        Aqe  -     -    Are  Aqe
        Ar    | x     Are   Ar       Ar    -       -+R     Aq         -        -        Ar   -     -    Ar   Ar
        Are   | x     x     Are      Are   Eu      -+R     Aqe        Eu       -        Are  -     -    Are  Are
        Eu    | x     x     Eu       Es    -       Ex      Ex         Eu       -        -    -     -    Eu   Eu
        Es    | x     x     Es       Es    -       Ex      Eq         Es       -        -    -     -    Es   Es
        Eq    | x     x     Eq       Eq    -       Ex      Eq         Eq       -        -    -     -    Er   Eq
        Er    | x     x     Er       Er    -       Ex      Eq         Er       -        -    -     -    Er   Er
        Ex    | x     x     Ex       Ex    -       Ex      Eq         Ex       -        -    -     -    -+V  Ex
        Ey    | x     x     Ey       Ey    Ey      Ey      Ey         Ey       -        -    -     -    Eu   -+V
        """;

    /**
     * How each state is reached: A(dmission) or E(viction), u(nsent), s(ent), h(eld), e(viction due), q(uestion),
     * r(eading), x: refused, y: its victim has just begun.
     */
    private static final Map<String, List<String>> WAYS = new TreeMap<>(Map.ofEntries(
            Map.entry("-", List.of()),
            Map.entry("Au", List.of("admit")),
            Map.entry("As", List.of("admit", "begin")),
            Map.entry("Ah", List.of("admit", "begin", "withdraw")),
            Map.entry("Ae", List.of("admit", "begin", "evict")),
            Map.entry("Aq", List.of("admit", "begin", "unanswered")),
            Map.entry("Aqe", List.of("admit", "begin", "unanswered", "evict")),
            Map.entry("Ar", List.of("admit", "begin", "unanswered", "due")),
            Map.entry("Are", List.of("admit", "begin", "unanswered", "due", "evict")),
            Map.entry("Eu", List.of("evict")),
            Map.entry("Es", List.of("evict", "begin")),
            Map.entry("Eq", List.of("evict", "begin", "unanswered")),
            Map.entry("Er", List.of("evict", "begin", "unanswered", "due")),
            Map.entry("Ex", List.of("evict", "begin", "refused")),
            Map.entry("Ey", List.of("evict later"))));

    /** One workload's assumptions, what was handed to the writer, and the time. */
    private static final class Life {
        final Assumptions assumptions = new Assumptions();
        final Workload workload =
                WorkloadBuilder.aWorkload("w").requests(1).createdAt(NOW).build();
        final Workload reserved = workload.withAdmission(new Admission("cq", List.of(), NOW));
        final List<WriteTask> tasks = new ArrayList<>();
        Instant now = NOW;

        @Nullable
        Assumption last;

        Assumption.OfAdmission admission() {
            Admission admission = new Admission("cq", List.of(), now);
            Assignment assignment =
                    new Assignment(List.of(), 0, Usage.NONE, Mode.FIT, new FlavorProgress(List.of(), 0, 0));
            return new Assumption.OfAdmission(new Outcome.Admit(workload, "cq", admission, assignment));
        }

        Assumption.OfEviction eviction() {
            return eviction(null);
        }

        Assumption.OfEviction eviction(@Nullable Instant notBefore) {
            Victim victim = new Victim(reserved, "cq", PreemptionReason.IN_CLUSTER_QUEUE, false, "/cq", "/cq");
            return new Assumption.OfEviction(victim, workload, "cq", notBefore);
        }

        Assumption about() {
            return last == null ? admission() : last;
        }

        List<Effect> on(String event) {
            List<Effect> effects = new ArrayList<>(List.of(apply(event)));
            effects.removeIf(Effect.None.class::isInstance);
            if (event.equals("due")) {
                now = now.plus(Duration.ofHours(1));
                effects.addAll(assumptions.due(now));
            }
            if (event.equals("spare")) {
                assumptions.spare(workload.key()).forEach(spared -> effects.add(new Effect.Restore(spared)));
            }
            List<WriteTask> taken = assumptions.takeTasks();
            taken.forEach(task -> last = task.assumption());
            tasks.addAll(taken);
            return effects;
        }

        private Effect apply(String event) {
            return switch (event) {
                case "admit" -> {
                    assumptions.admit(admission());
                    yield new Effect.None();
                }
                case "evict" -> assumptions.evict(eviction());
                case "evict later" -> assumptions.evict(eviction(now.plusSeconds(1)));
                case "withdraw" -> assumptions.withdraw(workload.key());
                case "written" -> assumptions.written(about());
                case "refused" -> assumptions.refused(about(), "no", now);
                case "unanswered" -> assumptions.unanswered(about(), "silence", now);
                case "begin" -> {
                    boolean _ = about().begin();
                    yield new Effect.None();
                }
                case "reserved" -> observed(UID, true, false);
                case "evicting" -> observed(UID, true, true);
                case "free" -> observed(UID, false, false);
                case "other" -> observed("another", false, false);
                case "gone" -> {
                    assumptions.gone(workload.key());
                    yield new Effect.None();
                }
                default -> new Effect.None();
            };
        }

        private Effect observed(String uid, boolean holds, boolean evicting) {
            assumptions.observed(workload.key(), uid, holds, evicting);
            return new Effect.None();
        }

        String state() {
            Assumptions.Phase phase = assumptions.phase(workload.key());
            if (phase == null) {
                return "-";
            }
            boolean admitting = assumptions.admitting(workload.key());
            String due = admitting && assumptions.evicting(workload.key()) ? "e" : "";
            return (admitting ? "A" : "E")
                    + switch (phase) {
                        case WRITING -> writing(due);
                        case READING -> "r" + due;
                        case UNANSWERED -> "q" + due;
                        case REFUSED -> "x";
                        case SPARED -> "y";
                    };
        }

        private String writing(String due) {
            boolean begun = about().begun();
            String sent = begun && !about().begin() ? "h" : "s";
            return begun ? due.isEmpty() ? sent : due : "u";
        }
    }

    private static Life in(String state) {
        Life life = new Life();
        WAYS.getOrDefault(state, List.of()).forEach(life::on);
        assertThat(life.state()).as("the way to this state").isEqualTo(state);
        return life;
    }

    private static String cell(String state, String event) {
        Life life = in(state);
        try {
            List<Effect> effects = life.on(event);
            String effect = effects.stream()
                    .map(one -> one instanceof Effect.RollBack ? "+R" : "+V")
                    .reduce("", String::concat);
            neverForgotten(life);
            return life.state() + effect;
        } catch (IllegalStateException e) {
            return "x";
        }
    }

    /** An assumption has a task in the writer's hands, or a time. */
    private static void neverForgotten(Life life) {
        Assumptions.Phase phase = life.assumptions.phase(life.workload.key());
        OpenAssumption open = life.assumptions.open(life.workload.key());
        boolean timed = open != null && open.at() != null;
        boolean resting = phase != null
                && switch (phase) {
                    case UNANSWERED, REFUSED, SPARED -> true;
                    case WRITING, READING -> false;
                };
        assertThat(timed).as("a time in phase %s", phase).isEqualTo(resting);
    }

    @Test
    void whatWasWithdrawnBeforeTheWriterTookItIsNoTaskOfIts() {
        Life life = new Life();
        life.assumptions.admit(life.admission());
        var _ = life.assumptions.evict(life.eviction());
        Assumption.OfAdmission second = life.admission();
        life.assumptions.admit(second);

        assertThat(life.assumptions.takeTasks())
                .extracting(WriteTask::assumption)
                .containsExactly(second);
    }

    @Test
    void everyEventInEveryState() {
        List<String> lines = MATRIX.lines().toList();
        String[] events = lines.getFirst().split("\\|", -1)[1].strip().split(" +", -1);
        StringBuilder found = new StringBuilder();
        for (String line : lines.subList(1, lines.size())) {
            String state = line.split("\\|", -1)[0].strip();
            String[] wanted = line.split("\\|", -1)[1].strip().split(" +", -1);
            for (int i = 0; i < events.length; i++) {
                String got = cell(state, events[i]);
                if (!got.equals(wanted[i])) {
                    found.append("%s on %s: wanted %s, got %s%n".formatted(state, events[i], wanted[i], got));
                }
            }
        }
        assertThat(found.toString()).isEmpty();
        assertThat(lines).hasSize(WAYS.size() + 1);
    }

    /** The result of another reservation, or of another object of the same name, is not about this one. */
    @Test
    void resultsOfAnEarlierAssumptionChangeNothing() {
        for (String state : WAYS.keySet()) {
            for (String event : List.of("written", "refused", "unanswered")) {
                Life life = in(state);
                Life earlier = in("As");
                life.last = earlier.last;
                assertThat(life.on(event))
                        .as("%s on an earlier %s", state, event)
                        .isEmpty();
                life.last = life.tasks.isEmpty() ? null : life.tasks.getLast().assumption();
                assertThat(life.state()).as("%s on an earlier %s", state, event).isEqualTo(state);
            }
        }
    }

    @Test
    void aCancelledAdmissionIsNeverSent() {
        Life life = in("Au");
        assertThat(life.on("evict")).hasSize(1);

        assertThat(life.about().begin()).isFalse();
        assertThat(life.about().begun()).isFalse();
    }

    @Test
    void nothingMoreIsSentOfAnAdmissionThatIsToBeEvicted() {
        assertThat(in("Ae").about().begin()).isFalse();
        assertThat(in("Ah").about().begin()).isFalse();
    }

    @Test
    void anEvictionIsWrittenOnceTheAdmissionIsConfirmed() {
        Life life = in("Ae");
        life.on("written");

        assertThat(life.tasks.getLast()).isInstanceOf(WriteTask.Write.class);
        assertThat(life.tasks.getLast().assumption()).isInstanceOf(Assumption.OfEviction.class);
    }

    @Test
    void theEvictionOfAWorkloadThatHasJustBegunWaitsForItsTimeOnceTheAdmissionIsConfirmedToo() {
        Life life = in("As");
        life.on("evict later");
        life.on("written");
        assertThat(life.state()).isEqualTo("Ey");
        assertThat(life.tasks).hasSize(1);

        life.on("due");

        assertThat(life.tasks.getLast().assumption()).isInstanceOf(Assumption.OfEviction.class);
    }

    @Test
    void pausesGrowUntilAWriteIsCarriedOut() {
        Life life = new Life();
        List<Duration> pauses = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            life.on("admit");
            life.on("refused");
            Instant until = life.assumptions.pausedUntil(life.workload.key());
            pauses.add(Duration.between(life.now, until));
        }
        assertThat(pauses).isSorted().startsWith(Duration.ofMillis(20)).endsWith(Duration.ofSeconds(60));

        life.on("admit");
        life.on("written");

        assertThat(life.assumptions.pause(life.workload.key())).isNull();
    }

    @Test
    void nothingIsRememberedOfWhoIsGone() {
        for (String state : WAYS.keySet()) {
            Life life = in(state);
            life.on("gone");
            assertThat(life.assumptions.nextDue()).as(state).isNull();
            assertThat(life.assumptions.pause(life.workload.key())).as(state).isNull();
        }
    }

    @Test
    void oneWorkloadHasOneAssumptionOfAKind() {
        Life life = in("Au");
        assertThatThrownBy(() -> life.assumptions.admit(life.admission())).isInstanceOf(IllegalStateException.class);
    }
}
