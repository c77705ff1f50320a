package dev.turnstile.model.config;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Fair sharing between queues: on where this section is there. */
public record FairSharing(
        @DefaultValue({"LessThanOrEqualToFinalShare", "LessThanInitialShare"})
        @Setting("Which victims are allowed, in order; naming the section `fairSharing` switches fair sharing on.")
        List<PreemptionStrategy> preemptionStrategies) {}
