package dev.turnstile.worker.state;

import dev.turnstile.core.cycle.SetAside;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Surroundings;
import dev.turnstile.worker.inbound.WorkloadFacts;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where a Workload belongs by what the stores hold: the cache puts it there, and the audit compares with it. */
public sealed interface Standing {
    /** It is gone, or over, or on its way out without quota. */
    record Nowhere() implements Standing {}

    /** It holds quota. */
    record Holding(Workload view) implements Standing {}

    /**
     * It may not queue.
     *
     * @param problem what its user has to mend, or null
     */
    record Aside(Workload view, SetAside.Cause cause, Message message, Surroundings.@Nullable Problem problem)
            implements Standing {}

    /** It may queue, where its LocalQueue lets it. */
    record Candidate(Workload view) implements Standing {}

    /**
     * Where a Workload belongs.
     *
     * @param hold what holds it in front of the queues; asked only where it holds no quota
     */
    static Standing of(
            dev.turnstile.model.kueue.@Nullable Workload workload,
            Surroundings surroundings,
            Function<dev.turnstile.model.kueue.Workload, Optional<Wait>> hold) {
        if (workload == null || isOver(workload)) {
            return new Nowhere();
        }
        Workload view = surroundings.view(workload);
        if (WorkloadFacts.reserved(workload)) {
            return new Holding(view);
        }
        Optional<Wait> held = hold.apply(workload);
        if (held.isPresent()) {
            return new Aside(view, SetAside.Cause.ON_HOLD, held.get().message(), null);
        }
        if (lacksPods(workload)) {
            return new Aside(
                    view, SetAside.Cause.INACTIVE, Message.of("The workload waits for replacement pods"), null);
        }
        Surroundings.Problem problem = surroundings.problem(workload);
        if (problem == null) {
            return new Candidate(view);
        }
        SetAside.Cause cause = view.active() ? SetAside.Cause.INVALID : SetAside.Cause.INACTIVE;
        return new Aside(view, cause, problem.message(), problem);
    }

    private static boolean isOver(dev.turnstile.model.kueue.Workload workload) {
        boolean leaving = WorkloadFacts.deleting(workload) && !WorkloadFacts.reserved(workload);
        return leaving || WorkloadFacts.finished(workload);
    }

    /** Whether it is a group that has lost pods: it could not use what it would be given. */
    private static boolean lacksPods(dev.turnstile.model.kueue.Workload workload) {
        return WorkloadFacts.is(workload, ConditionType.WAITING_FOR_REPLACEMENT_PODS);
    }
}
