package dev.turnstile.core.hierarchy;

import java.util.List;

/** Whether workloads of a ClusterQueue may be admitted, and if not, why. */
public sealed interface Availability {

    /** Condition reason and message of a ClusterQueue in this state. */
    String message();

    default boolean usable() {
        return this instanceof Usable;
    }

    /** It may admit. */
    record Usable() implements Availability {
        @Override
        public String message() {
            return "Can admit new workloads";
        }
    }

    /** Stopped, or held by a check that is not there. */
    record Held() implements Availability {
        @Override
        public String message() {
            return "Can't admit new workloads: is stopped.";
        }
    }

    /** Its cohort's line of parents runs in a circle. */
    record CohortCycle(List<String> cohorts) implements Availability {
        @Override
        public String message() {
            return "Can't admit new workloads: the cohorts form a cycle: " + String.join(" -> ", cohorts) + " -> "
                    + cohorts.getFirst() + ".";
        }
    }

    /** It names flavors that do not exist. */
    record FlavorNotFound(List<String> flavors) implements Availability {
        @Override
        public String message() {
            return "Can't admit new workloads: references missing ResourceFlavor(s): " + String.join(",", flavors)
                    + ".";
        }
    }

    /** Its specification contradicts itself. */
    record Invalid(List<SpecificationProblem> problems) implements Availability {
        @Override
        public String message() {
            return "Can't admit new workloads: "
                    + String.join(
                            "; ",
                            problems.stream().map(SpecificationProblem::message).toList()) + ".";
        }
    }
}
