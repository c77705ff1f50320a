package dev.turnstile.model.feature;

import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which features are on: a value, made once at start. */
public final class FeatureSwitches {

    private final Map<Feature, Boolean> states;

    private FeatureSwitches(Map<Feature, Boolean> states) {
        this.states = states;
    }

    /** Every feature as its stage says. */
    public static FeatureSwitches defaults() {
        var states = new EnumMap<Feature, Boolean>(Feature.class);
        for (var feature : Feature.values()) {
            states.put(feature, feature.enabledByDefault());
        }
        return new FeatureSwitches(states);
    }

    /** Every feature on; what the playground shows. */
    public static FeatureSwitches allOn() {
        var switches = defaults();
        for (var feature : Feature.values()) {
            switches = switches.with(feature, true);
        }
        return switches;
    }

    public boolean enabled(Feature feature) {
        return states.getOrDefault(feature, false);
    }

    /** The same switches but for this one. */
    public FeatureSwitches with(Feature feature, boolean enabled) {
        var changed = new EnumMap<>(states);
        changed.put(feature, enabled);
        return new FeatureSwitches(changed);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FeatureSwitches switches && states.equals(switches.states);
    }

    @Override
    public int hashCode() {
        return states.hashCode();
    }

    /** As Kubernetes prints gates: {@code A=true,B=false}. */
    @Override
    public String toString() {
        return Stream.of(Feature.values())
                .map(feature -> feature.gate() + "=" + enabled(feature))
                .collect(Collectors.joining(","));
    }
}
