package dev.turnstile.manager.plan;

import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.UngatingDecision;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One step of a {@link GroupPlan}. A step that is the last of its plan changes what the rest would be decided from: its
 * watch event brings the next plan.
 */
public sealed interface GroupStep {

    /** One patch of the local Workload's status. The last step of its plan. */
    record PatchWorkload(PlacementEffect.Local effect) implements GroupStep {}

    /** {@code status.nominatedClusterNames}. The last step of its plan. */
    record Nominate(List<String> clusters) implements GroupStep {

        public Nominate {
            clusters = List.copyOf(clusters);
        }
    }

    /**
     * The local job shows how the remote one ended, and then the local Workload does: it is not finished before its job
     * shows that it is. The last step of its plan.
     */
    record Finish(PlacementEffect.EndJob job, PlacementEffect.FinishLocal workload) implements GroupStep {}

    /** The local job, and the local Workload's {@code PodsReady}, show what the remote job shows while it runs. */
    record CopyJobStatus(String cluster) implements GroupStep {}

    /** The local job shows that it does not run: no copy is followed any more. */
    record ShowJobStopped() implements GroupStep {}

    /** A decision about gates: it is published, and written as its step says. */
    record WriteGates(UngatingDecision decision, GateStep step) implements GroupStep {}

    /**
     * What is to be written in worker clusters, in order for each. Clusters that are not named have nothing to do, even
     * if an earlier plan said otherwise.
     */
    record WriteClusters(Map<String, List<PlacementEffect.InCluster>> effects) implements GroupStep {

        public WriteClusters {
            effects = Collections.unmodifiableMap(new LinkedHashMap<>(effects));
        }
    }
}
