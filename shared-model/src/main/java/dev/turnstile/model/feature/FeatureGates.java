package dev.turnstile.model.feature;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a user's {@code featureGates} mean.
 *
 * @param switches our features, as the gates set them
 * @param notInEffect gates of upstream Kueue that we know and do not have, in order
 * @param problems gates that are to be refused, in order
 */
public record FeatureGates(FeatureSwitches switches, SortedSet<String> notInEffect, List<GateProblem> problems) {

    public FeatureGates {
        notInEffect = Collections.unmodifiableSortedSet(new TreeSet<>(notInEffect));
        problems = List.copyOf(problems);
    }

    /**
     * Reads gates as Kubernetes does: {@code AllAlpha} and {@code AllBeta} first, then each named feature, so that the
     * order in which they were written does not matter. A feature named by its gate and by its alias must agree.
     */
    public static FeatureGates read(Map<String, Boolean> gates) {
        var ordered = new TreeMap<>(gates);
        var switches = FeatureSwitches.defaults();
        for (var stage : Stage.values()) {
            var collective = ordered.remove(stage.collectiveGate());
            if (collective != null) {
                for (var feature : Feature.values()) {
                    switches = feature.stage() == stage ? switches.with(feature, collective) : switches;
                }
            }
        }
        var notInEffect = new TreeSet<String>();
        var problems = new ArrayList<GateProblem>();
        var named = new EnumMap<Feature, String>(Feature.class);
        for (var entry : ordered.entrySet()) {
            var gate = entry.getKey();
            var feature = Feature.named(gate);
            if (feature.isEmpty()) {
                if (UpstreamGates.NAMES.contains(gate)) {
                    notInEffect.add(gate);
                } else {
                    problems.add(new GateProblem(gate, unknown(gate)));
                }
                continue;
            }
            var earlier = named.put(feature.get(), gate);
            if (earlier != null && !entry.getValue().equals(ordered.get(earlier))) {
                problems.add(new GateProblem(
                        gate,
                        "%s and %s are two names of one feature and must have the same value: %s is %s, %s is %s"
                                .formatted(earlier, gate, earlier, ordered.get(earlier), gate, entry.getValue())));
            }
            switches = switches.with(feature.get(), entry.getValue());
        }
        return new FeatureGates(switches, notInEffect, problems);
    }

    /** Every name that is accepted: of our features, their aliases, of upstream's. */
    public static SortedSet<String> knownNames() {
        var names = new TreeSet<>(UpstreamGates.NAMES);
        names.addAll(ownNames());
        return Collections.unmodifiableSortedSet(names);
    }

    private static SortedSet<String> ownNames() {
        var features = Stream.of(Feature.values())
                .flatMap(feature -> Stream.concat(Stream.of(feature.gate()), feature.alias().stream()));
        var collectives = Stream.of(Stage.values()).map(Stage::collectiveGate);
        return Stream.concat(features, collectives).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String unknown(String gate) {
        return "no such feature; nearest: %s; known here: %s; known from upstream Kueue, not in effect: %s"
                .formatted(
                        String.join(", ", SimilarNames.nearest(gate, knownNames(), 3)),
                        String.join(", ", SimilarNames.nearest(gate, ownNames(), Integer.MAX_VALUE)),
                        String.join(", ", UpstreamGates.NAMES));
    }
}
