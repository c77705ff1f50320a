package dev.turnstile.core.workload;

import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.Requests;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with a workload, so that it cannot be queued. */
public sealed interface WorkloadProblem {

    String message();

    /** There is nothing to run, nor ever will be; a job that has been scaled to no pods at all is admitted as such. */
    record NoPodSets() implements WorkloadProblem {
        @Override
        public String message() {
            return "the workload has no pod sets; give it at least one";
        }
    }

    /** A pod set with fewer than no pods. */
    record NegativeCount(String podSet, int count) implements WorkloadProblem {
        @Override
        public String message() {
            return "pod set %s has count %d; it must not be negative".formatted(podSet, count);
        }
    }

    /** A minimum that is not between 1 and the count. */
    record InvalidMinimum(String podSet, int minCount, int count) implements WorkloadProblem {
        @Override
        public String message() {
            return "pod set %s has minCount %d and count %d; minCount must be at least 1 and at most count"
                    .formatted(podSet, minCount, count);
        }
    }

    /** Two pod sets of one name. */
    record DuplicatePodSet(String podSet) implements WorkloadProblem {
        @Override
        public String message() {
            return "pod set %s appears more than once; name it once".formatted(podSet);
        }
    }

    /** A request below zero. */
    record NegativeRequest(String podSet, String resource, long amount) implements WorkloadProblem {
        @Override
        public String message() {
            return "pod set %s requests %d of %s; a request must not be negative".formatted(podSet, amount, resource);
        }
    }

    /** Requests that no number can hold. */
    record OverflowingRequest(String podSet, String resource) implements WorkloadProblem {
        @Override
        public String message() {
            return "the pods of pod set %s together request more %s than can be counted; request less"
                    .formatted(podSet, resource);
        }
    }

    static List<WorkloadProblem> of(Workload workload) {
        List<WorkloadProblem> problems = new ArrayList<>();
        Set<String> names = new LinkedHashSet<>();
        for (PodSet podSet : workload.podSets()) {
            if (!names.add(podSet.name())) {
                problems.add(new DuplicatePodSet(podSet.name()));
            }
            inspect(podSet, problems);
        }
        if (workload.podSets().isEmpty()) {
            problems.add(new NoPodSets());
        }
        return List.copyOf(problems);
    }

    private static void inspect(PodSet podSet, List<WorkloadProblem> problems) {
        if (podSet.count() < 0) {
            problems.add(new NegativeCount(podSet.name(), podSet.count()));
        }
        Integer minimum = podSet.minCount();
        if (minimum != null && (minimum < 1 || (podSet.count() > 0 && minimum > podSet.count()))) {
            problems.add(new InvalidMinimum(podSet.name(), minimum, podSet.count()));
        }
        Requests requests = podSet.requestsPerPod();
        for (int i = 0; i < requests.size(); i++) {
            long amount = requests.amount(i);
            if (amount < 0) {
                problems.add(new NegativeRequest(podSet.name(), requests.resource(i), amount));
            } else if (Amount.saturated(Amount.multiply(amount, Math.max(1, podSet.count())))) {
                problems.add(new OverflowingRequest(podSet.name(), requests.resource(i)));
            }
        }
    }
}
