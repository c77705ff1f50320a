package dev.turnstile.manager.plan;

import dev.turnstile.core.dispatch.AllAtOnceDispatcher;
import dev.turnstile.core.dispatch.Dispatcher;
import dev.turnstile.core.dispatch.Dispatchers;
import dev.turnstile.core.dispatch.IncrementalDispatcher;
import dev.turnstile.core.placement.PlacementSettings;
import dev.turnstile.core.ungating.UngatingSettings;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.MultiKueue;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.model.feature.FeatureSwitches;
import java.util.List;
import java.util.Optional;

/** What decisions need of the configuration. */
public record GroupSettings(Dispatcher dispatcher, PlacementSettings placement, UngatingSettings ungating) {

    /** Reads the configuration as it is now. */
    public static GroupSettings of(Configuration configuration) {
        MultiKueue multiKueue = configuration.multiKueue();
        FeatureSwitches features = configuration.features();
        boolean orchestrated = features.enabled(Feature.MULTI_KUEUE_ORCHESTRATED_PREEMPTION);
        boolean avoidsPreemption = orchestrated && features.enabled(Feature.MULTI_KUEUE_PREFER_NON_PREEMPTING);
        Dispatchers dispatchers = new Dispatchers(List.of(
                new AllAtOnceDispatcher(),
                new IncrementalDispatcher(
                        multiKueue.incrementalDispatcherConfig().stepSize(),
                        multiKueue.incrementalDispatcherConfig().round(),
                        avoidsPreemption
                                ? IncrementalDispatcher.Rounds.WITHOUT_PREEMPTION
                                : IncrementalDispatcher.Rounds.FULL)));
        return new GroupSettings(
                dispatchers.named(Optional.of(multiKueue.dispatcherName())),
                new PlacementSettings(multiKueue.workerLostTimeout(), Optional.empty(), orchestrated),
                new UngatingSettings(
                        orchestrated,
                        multiKueue.singleClusterPreemptionTimeout(),
                        features.enabled(Feature.MULTI_KUEUE_PREFER_NON_PREEMPTING)
                                ? Optional.of(multiKueue.nonPreemptingGracePeriod())
                                : Optional.empty(),
                        UngatingSettings.DEFAULT_RETRY_INTERVAL));
    }
}
