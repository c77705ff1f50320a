package dev.turnstile.manager.write;

import dev.turnstile.core.placement.PlacementEffect;
import dev.turnstile.manager.group.GroupView;
import java.util.List;

/**
 * What a plan has to write in one worker cluster.
 *
 * @param view the group that it was decided from
 * @param effects in the order in which they are applied
 */
record ClusterSteps(GroupView view, List<PlacementEffect.InCluster> effects) {

    ClusterSteps {
        effects = List.copyOf(effects);
    }
}
