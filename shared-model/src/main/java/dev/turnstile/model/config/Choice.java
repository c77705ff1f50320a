package dev.turnstile.model.config;

/** A value out of a fixed set, as it is written in the file. */
public sealed interface Choice
        permits LabelSelector.Operator,
                PreemptionStrategy,
                RequeuingStrategy.Timestamp,
                Tls.Version,
                Transformation.Strategy {

    String text();
}
