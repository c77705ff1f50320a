package dev.turnstile.worker.outbound;

import static dev.turnstile.worker.outbound.SmallApi.key;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.queue.PassedOver;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.kueue.WorkloadStatus;
import dev.turnstile.worker.outbound.SmallWorld.Step;
import dev.turnstile.worker.state.Decisions;
import dev.turnstile.worker.write.WriteResults;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What DecisionWriter, OutcomeWriter and ObjectWriter do with the API, request by request: one note for each workload,
 * of which the last counts, and one request at a time. What is decided of a status is decided by the production class.
 */
final class SmallWriter implements Decisions {
    /** A request that was sent: for a write, the version that it was made of. */
    private record Flight(WriteTask task, long made) {}

    private record Result(String kind, Assumption about) {
        void tell(WriteResults<Assumption> results) {
            switch (kind) {
                case "written" -> results.written(about);
                case "refused" -> results.refused(about, "refused");
                default -> results.unanswered(about, "unanswered");
            }
        }
    }

    private final SmallApi api;
    private final DecidedStatus statuses;
    private final InstantSource clock;
    private final Predicate<String> mustNotBeAdmitted;
    private final Map<String, WriteTask> notes = new TreeMap<>();
    private final Map<String, Flight> flights = new TreeMap<>();
    private final Deque<Result> results = new ArrayDeque<>();
    private @Nullable Result last;
    private String wrong = "";
    private int sent;
    private int faults;
    private int repeats;

    /** @param mustNotBeAdmitted whether a workload is held, or its queue stopped, and the scheduler knows */
    SmallWriter(
            SmallApi api,
            DecidedStatus statuses,
            InstantSource clock,
            Predicate<String> mustNotBeAdmitted,
            SmallWorld.Budget budget) {
        this.api = api;
        this.statuses = statuses;
        this.clock = clock;
        this.mustNotBeAdmitted = mustNotBeAdmitted;
        faults = budget.faults();
        repeats = budget.repeats();
    }

    @Override
    public void carryOut(WriteTask task) {
        WriteTask replaced = notes.put(task.assumption().key().name(), task);
        if (replaced != null) {
            results.add(new Result("unanswered", replaced.assumption()));
        }
    }

    @Override
    public boolean inHand(Assumption assumption) {
        return underWay(assumption);
    }

    @Override
    public void publish(Outcome.Waiting outcome) {}

    @Override
    public void passOver(List<PassedOver> workloads) {}

    @Override
    public @Nullable Instant pausedUntil() {
        return null;
    }

    /** What may become of notes and requests next. */
    void steps(List<Step> steps) {
        for (String name : List.copyOf(notes.keySet())) {
            if (!flights.containsKey(name)) {
                steps.add(new Step("send " + name, () -> send(name)));
            }
        }
        flights.forEach((name, flight) -> answers(steps, name, flight));
        Result again = last;
        if (repeats > 0 && again != null) {
            steps.add(new Step("again " + again.kind(), () -> {
                repeats--;
                results.add(again);
            }));
        }
    }

    private void answers(List<Step> steps, String name, Flight flight) {
        steps.add(new Step("answer " + name, () -> answer(name)));
        if (faults > 0) {
            steps.add(fault("lose " + name, name, "unanswered", () -> {}));
            if (flight.task() instanceof WriteTask.Write) {
                steps.add(fault("refuse " + name, name, "refused", () -> {}));
                if (flight.made() == api.version(name)) {
                    steps.add(fault("lose the answer of " + name, name, "unanswered", () -> carryOut(flight, name)));
                }
            }
        }
    }

    private Step fault(String step, String name, String kind, Runnable before) {
        return new Step(step, () -> {
            faults--;
            before.run();
            end(name, kind);
        });
    }

    private void end(String name, String kind) {
        Flight flight = flights.remove(name);
        if (flight != null) {
            Result result = new Result(kind, flight.task().assumption());
            last = result;
            results.add(result);
        }
    }

    /**
     * What OutcomeWriter and ObjectWriter do up to a request: decide on what the store shows, and ask whether it may be
     * sent.
     */
    void send(String name) {
        WriteTask task = notes.remove(name);
        if (task == null) {
            return;
        }
        flights.put(name, new Flight(task, api.known(name)));
        boolean writes = task instanceof WriteTask.Write;
        if (writes
                && (decided(task.assumption(), api.store().get(key(name))) == null
                        || !task.assumption().begin())) {
            end(name, shows(task.assumption()) ? "written" : "refused");
            return;
        }
        sent++;
        if (writes && mustNotBeAdmitted.test(name) && task.assumption() instanceof Assumption.OfAdmission) {
            wrong = "the admission of " + name + " is sent although it is held, or its queue stopped";
        }
    }

    private @Nullable WorkloadStatus decided(Assumption assumption, @Nullable Workload workload) {
        if (workload == null) {
            return null;
        }
        return switch (assumption) {
            case Assumption.OfAdmission admission -> statuses.admitted(workload, admission.decision(), clock.instant());
            case Assumption.OfEviction eviction ->
                DecidedStatus.evicted(workload, eviction.victim(), Message.of("preempted"), clock.instant());
        };
    }

    private boolean shows(Assumption assumption) {
        return DecidedStatus.shows(api.store().get(key(assumption.key().name())), assumption);
    }

    private void carryOut(Flight flight, String name) {
        WorkloadStatus status = decided(flight.task().assumption(), api.get(name));
        if (status != null) {
            api.write(name, status);
        }
    }

    /** The API answers: it carries the write out, or says that it was made of an old state, which is read then. */
    void answer(String name) {
        Flight flight = flights.get(name);
        if (flight == null) {
            return;
        }
        boolean writes = flight.task() instanceof WriteTask.Write;
        if (writes && flight.made() == api.version(name)) {
            carryOut(flight, name);
            api.show(name);
            end(name, "written");
            return;
        }
        api.show(name);
        if (writes && api.find(name) != null) {
            flights.remove(name);
            notes.putIfAbsent(name, flight.task());
            send(name);
        } else {
            end(name, shows(flight.task().assumption()) ? "written" : "refused");
        }
    }

    /** The results that came back since. */
    void tell(WriteResults<Assumption> listener) {
        List<Result> told = List.copyOf(results);
        results.clear();
        told.forEach(result -> result.tell(listener));
    }

    boolean busy() {
        return !notes.isEmpty() || !flights.isEmpty() || !results.isEmpty();
    }

    /** Everything that is under way is carried out. */
    void settle() {
        List.copyOf(flights.keySet()).forEach(this::answer);
        List.copyOf(notes.keySet()).forEach(name -> {
            send(name);
            answer(name);
        });
    }

    /** Why the writer did what it must not do, or the empty string. */
    String wrong() {
        return wrong;
    }

    /** How many requests were sent. */
    int sent() {
        return sent;
    }

    /** Whether a task for an assumption is in the writer's hands, or its result on the way. */
    boolean underWay(Assumption assumption) {
        return notes.values().stream().anyMatch(task -> task.assumption() == assumption)
                || flights.values().stream().anyMatch(flight -> flight.task().assumption() == assumption)
                || results.stream().anyMatch(result -> result.about() == assumption);
    }

    /** What distinguishes its state from others, by words for assumptions. */
    String fingerprint(Function<Assumption, String> about) {
        StringBuilder text = new StringBuilder();
        notes.forEach((name, task) -> text.append(name).append(task(task, about)));
        flights.forEach((name, flight) ->
                text.append(name).append(task(flight.task(), about)).append(flight.made() == api.version(name)));
        results.forEach(result -> text.append(result.kind()).append(about.apply(result.about())));
        Result again = last;
        return text.append(faults)
                .append(repeats)
                .append(repeats > 0 && again != null ? again.kind() + about.apply(again.about()) : "")
                .toString();
    }

    private static String task(WriteTask task, Function<Assumption, String> about) {
        return task.getClass().getSimpleName() + about.apply(task.assumption());
    }
}
