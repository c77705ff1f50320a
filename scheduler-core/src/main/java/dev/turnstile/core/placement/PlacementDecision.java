package dev.turnstile.core.placement;

import dev.turnstile.core.dispatch.LocalWorkload;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What {@link Placement} answers. */
public sealed interface PlacementDecision {

    /** What to write, in this order. */
    List<PlacementEffect> effects();

    /** For the decision trail: what was decided and why. */
    String words();

    /** When time alone can change the answer; empty where only an event can. */
    Optional<Instant> lookAgainAt();

    /**
     * The workload may not run: everything of ours goes.
     *
     * @param later unreachable clusters in which something of ours is or may be left: removed when they are back
     */
    record Withdrawn(List<PlacementEffect> effects, List<String> later, String words) implements PlacementDecision {

        public Withdrawn {
            effects = List.copyOf(effects);
            later = List.copyOf(later);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /**
     * No replica has won yet.
     *
     * @param notes what the check's message says, cluster by cluster; among the effects is its patch where it changes
     */
    record Contested(List<PlacementEffect> effects, List<String> notes, String words, Optional<Instant> lookAgainAt)
            implements PlacementDecision {

        public Contested {
            effects = List.copyOf(effects);
            notes = List.copyOf(notes);
        }

        /** The same, with more in the check's message. */
        public Contested alsoNoting(LocalWorkload local, List<String> more) {
            List<String> all = new ArrayList<>(notes);
            all.addAll(more);
            List<PlacementEffect> changed = new ArrayList<>(CheckNotes.effect(all, local));
            changed.addAll(inClusters());
            return new Contested(changed, all, words, lookAgainAt);
        }

        /** The same, with the check's message left as it is. */
        public Contested notingNothing() {
            return new Contested(inClusters(), notes, words, lookAgainAt);
        }

        private List<PlacementEffect> inClusters() {
            return effects.stream()
                    .filter(PlacementEffect.InCluster.class::isInstance)
                    .toList();
        }
    }

    /** A replica has just won. */
    record Won(String cluster, List<PlacementEffect> effects, String words) implements PlacementDecision {

        public Won {
            effects = List.copyOf(effects);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /** It runs where it was placed, or its cluster is out of reach but not yet given up. */
    record Running(String cluster, List<PlacementEffect> effects, String words, Optional<Instant> lookAgainAt)
            implements PlacementDecision {

        public Running {
            effects = List.copyOf(effects);
        }
    }

    /** The placement is over without success: the check says Retry, the local workload is evicted and starts over. */
    record StartOver(List<PlacementEffect> effects, String words) implements PlacementDecision {

        public StartOver {
            effects = List.copyOf(effects);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /** The replica finished or is gone: how its job ended is read before anything is decided. */
    record Ending(List<PlacementEffect> effects, String words) implements PlacementDecision {

        public Ending {
            effects = List.copyOf(effects);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }

    /** The winner finished. What is there is removed once the local workload says so too. */
    record Completed(List<PlacementEffect> effects, String words) implements PlacementDecision {

        public Completed {
            effects = List.copyOf(effects);
        }

        @Override
        public Optional<Instant> lookAgainAt() {
            return Optional.empty();
        }
    }
}
