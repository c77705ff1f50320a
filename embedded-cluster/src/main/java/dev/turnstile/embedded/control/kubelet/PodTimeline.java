package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What has happened to a pod on its node, decided from the pod alone: when each container runs, how it ends, and when
 * the pod has ended. Times are durations since the pod's start, in the cluster's time.
 *
 * <p>Init containers run one after the other, then the containers in parallel. A container that ended is restarted if
 * the restart policy says so, after 10 s the first time, doubled each time, at most five minutes. When the pod is
 * stopped, a container ends at once if it handles the signal, else when the grace period is over, and is not restarted.
 *
 * <p>Example: restart policy {@code OnFailure}, {@code sh -c "sleep 5; exit 1"}: running 0–5 s, waiting until 15 s,
 * running 15–20 s, waiting until 40 s, …
 */
final class PodTimeline {
    private static final Duration FIRST_RESTART = Duration.ofSeconds(10);
    private static final Duration LAST_RESTART = Duration.ofMinutes(5);
    private static final int KILLED = 137;

    private final ApiObject pod;
    private final Duration now;
    private final Optional<Stop> stop;
    private final boolean isDeadlineStop;

    /**
     * The request to end the pod.
     *
     * @param at when
     * @param grace how long containers have to end by themselves
     */
    record Stop(Duration at, Duration grace) {}

    /** One run of a container. */
    record Run(Duration start, Duration end, int exitCode) {}

    /** What a container is doing. */
    sealed interface Phase {
        record NotStarted() implements Phase {}

        record Running(Duration since) implements Phase {}

        /** Ended, and will be restarted. */
        record BackingOff(Run last) implements Phase {}

        record Ended(Run last) implements Phase {}

        /** Will never start, since the pod ends first. */
        record Omitted() implements Phase {}
    }

    /**
     * A container at a time of the timeline.
     *
     * @param previous the run before the current or last one
     * @param changesAt when its phase will have changed
     */
    record ContainerState(
            JsonNode container, Phase phase, Optional<Run> previous, int restarts, Optional<Duration> changesAt) {
        boolean isOver() {
            return phase instanceof Phase.Ended || phase instanceof Phase.Omitted;
        }

        boolean hasFailed() {
            return phase instanceof Phase.Omitted || (phase instanceof Phase.Ended(var run) && run.exitCode() != 0);
        }
    }

    /**
     * The pod at a time of the timeline.
     *
     * @param changesAt when something will have changed next; empty once the pod has ended
     * @param hasExceededDeadline it ended because it was active for longer than it may
     */
    record State(
            List<ContainerState> initContainers,
            List<ContainerState> containers,
            Optional<Duration> changesAt,
            boolean isInitialized,
            boolean hasEnded,
            boolean hasFailed,
            boolean hasExceededDeadline) {}

    private PodTimeline(ApiObject pod, Optional<Stop> asked, Duration now) {
        this.pod = pod;
        this.now = now;
        var deadline = deadline(pod);
        this.isDeadlineStop = deadline.isPresent()
                && (asked.isEmpty() || deadline.get().at().compareTo(asked.get().at()) < 0);
        this.stop = isDeadlineStop ? deadline : asked;
    }

    /** The pod after that time; {@code stop} is present if the pod is being deleted. */
    static State at(ApiObject pod, Optional<Stop> stop, Duration now) {
        return new PodTimeline(pod, stop, now).state();
    }

    /** Which runs of a container are followed by another. */
    private enum Restarts {
        NEVER,
        AFTER_FAILURE,
        ALWAYS;

        boolean restarts(Run run) {
            return this == ALWAYS || (this == AFTER_FAILURE && run.exitCode() != 0);
        }
    }

    private Restarts restarts() {
        return hasPolicy("Never") ? Restarts.NEVER : hasPolicy("Always") ? Restarts.ALWAYS : Restarts.AFTER_FAILURE;
    }

    private State state() {
        var initContainers = new ArrayList<ContainerState>();
        Optional<Duration> start = Optional.of(Duration.ZERO);
        for (var container : pod.list("spec", "initContainers")) {
            var state = state(container, start, hasPolicy("Never") ? Restarts.NEVER : Restarts.AFTER_FAILURE);
            initContainers.add(state);
            start = state.phase() instanceof Phase.Ended(var run) && run.exitCode() == 0
                    ? Optional.of(run.end())
                    : Optional.empty();
        }
        var initFailed = initContainers.stream().anyMatch(ContainerState::hasFailed);
        var containers = new ArrayList<ContainerState>();
        for (var container : pod.list("spec", "containers")) {
            containers.add(
                    initFailed
                            ? new ContainerState(container, new Phase.Omitted(), Optional.empty(), 0, Optional.empty())
                            : state(container, start, restarts()));
        }
        var ended = containers.stream().allMatch(ContainerState::isOver);
        var changes = new ArrayList<Duration>();
        initContainers.forEach(state -> state.changesAt().ifPresent(changes::add));
        containers.forEach(state -> state.changesAt().ifPresent(changes::add));
        return new State(
                initContainers,
                containers,
                changes.stream().min(Duration::compareTo),
                start.isPresent(),
                ended,
                ended && (initFailed || containers.stream().anyMatch(ContainerState::hasFailed)),
                ended && isDeadlineStop && stop.orElseThrow().at().compareTo(now) <= 0);
    }

    private ContainerState state(JsonNode container, Optional<Duration> start, Restarts policy) {
        if (start.isEmpty() || isAfterStop(start.get())) {
            var phase = isAfterStop(now) ? new Phase.Omitted() : new Phase.NotStarted();
            return new ContainerState(container, phase, Optional.empty(), 0, Optional.empty());
        }
        var program = ProgramReader.read(pod, container);
        Optional<Run> previous = Optional.empty();
        var begin = start.get();
        var delay = FIRST_RESTART;
        for (var restarts = 0; ; restarts++) {
            var run = run(begin, program);
            if (run.end().compareTo(now) > 0) {
                return new ContainerState(
                        container, new Phase.Running(begin), previous, restarts, Optional.of(run.end()));
            }
            var next = run.end().plus(delay);
            var again = policy.restarts(run);
            if (!again || (isAfterStop(next) && isAfterStop(now))) {
                return new ContainerState(container, new Phase.Ended(run), previous, restarts, Optional.empty());
            }
            if (next.compareTo(now) > 0) {
                return new ContainerState(container, new Phase.BackingOff(run), previous, restarts, Optional.of(next));
            }
            previous = Optional.of(run);
            begin = next;
            delay = delay.multipliedBy(2).compareTo(LAST_RESTART) > 0 ? LAST_RESTART : delay.multipliedBy(2);
        }
    }

    /** The run that begins then, cut short if the pod is stopped. */
    private Run run(Duration begin, Program program) {
        var ownEnd = begin.plus(program.runsFor());
        if (stop.isEmpty() || ownEnd.compareTo(stop.get().at()) <= 0) {
            return new Run(begin, ownEnd, program.exitCode());
        }
        if (program.exitOnTerm().isPresent()) {
            return new Run(begin, stop.get().at(), program.exitOnTerm().getAsInt());
        }
        var killed = stop.get().at().plus(terminationTime(stop.get()));
        return ownEnd.compareTo(killed) <= 0
                ? new Run(begin, ownEnd, program.exitCode())
                : new Run(begin, killed, KILLED);
    }

    private Duration terminationTime(Stop asked) {
        var annotated = pod.annotations().get(ProgramReader.TERMINATES_AFTER);
        var own = annotated == null ? asked.grace() : ProgramReader.duration(annotated);
        return own.compareTo(asked.grace()) < 0 ? own : asked.grace();
    }

    private boolean isAfterStop(Duration time) {
        return stop.isPresent() && time.compareTo(stop.get().at()) >= 0;
    }

    private boolean hasPolicy(String policy) {
        return pod.text("spec", "restartPolicy").equals(policy);
    }

    private static Optional<Stop> deadline(ApiObject pod) {
        var seconds = pod.at("spec", "activeDeadlineSeconds");
        return seconds.isNumber()
                ? Optional.of(new Stop(Duration.ofSeconds(seconds.asLong()), Duration.ZERO))
                : Optional.empty();
    }
}
