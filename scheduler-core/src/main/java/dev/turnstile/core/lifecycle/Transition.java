package dev.turnstile.core.lifecycle;

import java.util.List;

/** What {@link Lifecycle} answers. */
public sealed interface Transition {

    /**
     * The event fits the state.
     *
     * @param state the state once the effects are applied
     * @param effects empty where everything is as it has to be already
     */
    record Legal(WorkloadState state, List<Effect> effects) implements Transition {

        public Legal {
            effects = List.copyOf(effects);
        }
    }

    /**
     * The event does not fit the state: it is stale, or somebody wrote what is not theirs. Nothing is written.
     *
     * @param why in words
     */
    record Illegal(Phase phase, WorkloadEvent event, String why) implements Transition {}
}
