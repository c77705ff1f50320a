package dev.turnstile.model.config;

import dev.turnstile.model.feature.FeatureGates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * What became of a configuration that somebody wrote.
 *
 * @param configuration what holds: what was written as far as it can be taken, defaults elsewhere
 * @param notInEffect what was accepted and does nothing, by its path
 * @param problems everything that is to be refused
 */
public record Reading(Configuration configuration, SortedSet<String> notInEffect, List<Problem> problems) {

    public Reading {
        notInEffect = Collections.unmodifiableSortedSet(new TreeSet<>(notInEffect));
        problems = List.copyOf(problems);
    }

    /** Reads the text of a configuration file. */
    public static Reading ofText(String yaml) {
        return switch (ConfigurationText.parse(yaml)) {
            case ConfigurationText.Tree(var settings) -> of(settings);
            case ConfigurationText.Broken(var problem) -> broken(problem);
        };
    }

    /** A configuration that could not be read at all. */
    public static Reading broken(Problem problem) {
        return new Reading(bind(Map.of()), Collections.emptySortedSet(), List.of(problem));
    }

    /** Reads settings, nested as in the file. */
    public static Reading of(Map<String, ? extends @Nullable Object> settings) {
        var walk = new TreeWalk();
        walk.document(settings);
        var problems = new ArrayList<>(walk.problems());
        var notInEffect = new TreeSet<>(walk.notInEffect());
        var configuration = bind(walk.properties());
        var gates = FeatureGates.read(configuration.featureGates());
        gates.notInEffect().forEach(gate -> notInEffect.add("featureGates." + gate));
        for (var problem : gates.problems()) {
            var value = String.valueOf(configuration.featureGates().get(problem.gate()));
            problems.add(new Problem("featureGates." + problem.gate(), value, problem.reason()));
        }
        CrossChecks.problems(configuration, walk.properties()).stream()
                .filter(problem -> walk.problems().stream().noneMatch(earlier -> concerns(problem, earlier)))
                .forEach(problems::add);
        return new Reading(configuration, notInEffect, problems);
    }

    /** The configuration, where nothing in it is to be refused. */
    public Configuration orThrow() {
        if (!problems.isEmpty()) {
            throw new InvalidConfigurationException(problems);
        }
        return configuration;
    }

    /** A configuration made of the properties that {@link EffectiveProperties} writes. */
    static Configuration bind(Map<String, String> properties) {
        var prefixed = new LinkedHashMap<String, String>();
        properties.forEach((key, value) -> prefixed.put(Configuration.PREFIX + "." + key, value));
        return new Binder(new MapConfigurationPropertySource(prefixed))
                .bindOrCreate(Configuration.PREFIX, Bindable.of(Configuration.class));
    }

    private static boolean concerns(Problem crossCheck, Problem earlier) {
        return earlier.path().startsWith(crossCheck.path())
                || crossCheck.allowed().contains(earlier.path());
    }
}
