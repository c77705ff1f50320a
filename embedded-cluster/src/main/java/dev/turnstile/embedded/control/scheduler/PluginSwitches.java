package dev.turnstile.embedded.control.scheduler;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/**
 * Which plug-ins run at which extension point. {@code multiPoint} enables a plug-in at every extension point that it
 * implements; a setting of one point overrides it there. {@code *} among the disabled means all that is not enabled at
 * the same place.
 *
 * <p>Order at a point: what both {@code multiPoint} and the point enable, then what {@code multiPoint} alone enables,
 * then what the point alone enables.
 */
public record PluginSwitches(PluginSet multiPoint, Map<ExtensionPoint, PluginSet> points) {
    /** The plug-ins that Kubernetes enables by default, as far as this scheduler has them. */
    public static final PluginSwitches DEFAULTS = multiPoint(List.of(
            SchedulingGates.NAME,
            NodeFilters.UNSCHEDULABLE,
            NodeFilters.NAME,
            NodeFilters.TAINTS,
            NodeFilters.AFFINITY,
            NodeFilters.RESOURCES));

    /** What is enabled, in order, and what is disabled, at one place. */
    public record PluginSet(List<String> enabled, List<String> disabled) {
        public static final PluginSet NONE = new PluginSet(List.of(), List.of());

        public PluginSet {
            enabled = List.copyOf(enabled);
            disabled = List.copyOf(disabled);
        }

        boolean disables(String plugin) {
            return disabled.contains("*") || disabled.contains(plugin);
        }
    }

    public PluginSwitches {
        points = Map.copyOf(points);
    }

    public static PluginSwitches multiPoint(List<String> enabled) {
        return new PluginSwitches(new PluginSet(enabled, List.of()), Map.of());
    }

    /** Enables more plug-ins at all points. */
    public PluginSwitches enable(String... plugins) {
        var enabled = new ArrayList<>(multiPoint.enabled);
        enabled.addAll(List.of(plugins));
        return new PluginSwitches(new PluginSet(enabled, multiPoint.disabled), points);
    }

    /** Disables plug-ins at all points, unless a point enables them. */
    public PluginSwitches disable(String... plugins) {
        var disabled = new ArrayList<>(multiPoint.disabled);
        disabled.addAll(List.of(plugins));
        return new PluginSwitches(new PluginSet(multiPoint.enabled, disabled), points);
    }

    public PluginSwitches at(ExtensionPoint point, PluginSet set) {
        var changed = new EnumMap<ExtensionPoint, PluginSet>(ExtensionPoint.class);
        changed.putAll(points);
        changed.put(point, set);
        return new PluginSwitches(multiPoint, changed);
    }

    /** The plug-ins that run at the point, in order. */
    List<SchedulerPlugin> enabledAt(ExtensionPoint point, Map<String, SchedulerPlugin> available) {
        var here = points.getOrDefault(point, PluginSet.NONE);
        var everywhere = multiPoint.enabled.stream()
                .filter(name -> !multiPoint.disabled.contains(name))
                .filter(name -> point.admits(named(name, available)))
                .toList();
        SequencedSet<String> names = new LinkedHashSet<>();
        here.enabled.stream().filter(everywhere::contains).forEach(names::add);
        everywhere.stream().filter(name -> !here.disables(name)).forEach(names::add);
        names.addAll(here.enabled);
        return names.stream()
                .map(name -> checked(point, named(name, available)))
                .toList();
    }

    private static SchedulerPlugin named(String name, Map<String, SchedulerPlugin> available) {
        var plugin = available.get(name);
        if (plugin == null) {
            throw new IllegalArgumentException("scheduler plug-in " + name + " is enabled but not there; there are "
                    + available.keySet().stream().sorted().toList());
        }
        return plugin;
    }

    private static SchedulerPlugin checked(ExtensionPoint point, SchedulerPlugin plugin) {
        if (!point.admits(plugin)) {
            throw new IllegalArgumentException("scheduler plug-in " + plugin.name() + " is enabled at " + point.title()
                    + ", which it does not implement; enable it where it does");
        }
        return plugin;
    }
}
