package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.Taint;
import dev.turnstile.core.resource.QuantityText;

/** Why a flavor, or a resource, cannot be had as things are. The messages are those that users know. */
public sealed interface Obstacle {

    String message();

    /** How it is reported while the workload waits. */
    Severity severity();

    /** What kind of waiting an obstacle means; later ones are worse. */
    enum Severity {
        NONE,
        WAITING_FOR_QUOTA,
        EXCEEDS_MAX_QUOTA,
        NO_MATCHING_FLAVOR
    }

    /** No resource group of the ClusterQueue covers the resource. */
    record ResourceUnavailable(String resource) implements Obstacle {
        @Override
        public String message() {
            return "resource " + resource + " unavailable in ClusterQueue";
        }

        @Override
        public Severity severity() {
            return Severity.NO_MATCHING_FLAVOR;
        }
    }

    /** The flavor does not exist. */
    record FlavorMissing(String flavor) implements Obstacle {
        @Override
        public String message() {
            return "flavor " + flavor + " not found";
        }

        @Override
        public Severity severity() {
            return Severity.NO_MATCHING_FLAVOR;
        }
    }

    /** The flavor's nodes have a taint that the pods do not tolerate. */
    record UntoleratedTaint(String flavor, Taint taint) implements Obstacle {
        @Override
        public String message() {
            return "untolerated taint " + taint + " in flavor " + flavor;
        }

        @Override
        public Severity severity() {
            return Severity.NO_MATCHING_FLAVOR;
        }
    }

    /** The flavor's labels do not match what the pods ask of nodes. */
    record AffinityMismatch(String flavor) implements Obstacle {
        @Override
        public String message() {
            return "flavor " + flavor + " doesn't match node affinity";
        }

        @Override
        public Severity severity() {
            return Severity.NO_MATCHING_FLAVOR;
        }
    }

    /** The quota would not suffice if nobody used any. */
    record ExceedsMaximum(String resource, String flavor, long earlier, long request, long maximum)
            implements Obstacle {
        @Override
        public String message() {
            return "insufficient quota for %s in flavor %s, previously considered podsets requests (%s) + current podset request (%s) > maximum capacity (%s)"
                    .formatted(
                            resource,
                            flavor,
                            QuantityText.of(resource, earlier),
                            QuantityText.of(resource, request),
                            QuantityText.of(resource, maximum));
        }

        @Override
        public Severity severity() {
            return Severity.EXCEEDS_MAX_QUOTA;
        }
    }

    /** Quota is used by others; {@code candidates} where preemption may help. */
    record Shortage(String resource, String flavor, long missing, boolean preemptible) implements Obstacle {
        @Override
        public String message() {
            return "insufficient unused quota for %s in flavor %s, %s more needed"
                    .formatted(resource, flavor, QuantityText.of(resource, missing));
        }

        @Override
        public Severity severity() {
            return preemptible ? Severity.NONE : Severity.WAITING_FOR_QUOTA;
        }
    }

    /** As things are, so much could only be had by borrowing, which the workload forbids itself. */
    record BorrowingForbidden(String resource, String flavor, long borrowed) implements Obstacle {
        @Override
        public String message() {
            return "%s of %s in flavor %s would have to be borrowed, which the workload's constraints forbid"
                    .formatted(QuantityText.of(resource, borrowed), resource, flavor);
        }

        @Override
        public Severity severity() {
            return Severity.WAITING_FOR_QUOTA;
        }
    }

    /** The flavor was not the one first nominated, when the assignment is computed again in the same cycle. */
    record NotNominated(String flavor, String resource) implements Obstacle {
        @Override
        public String message() {
            return "skipping flavor %s as it is not found in the nomination mapping for resource %s"
                    .formatted(flavor, resource);
        }

        @Override
        public Severity severity() {
            return Severity.NONE;
        }
    }
}
