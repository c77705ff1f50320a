package dev.turnstile.embedded.control.scheduler;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Runs the plug-ins of each extension point in order, until one rejects, and measures how long each takes. */
final class PluginRunner {
    private static final Logger LOG = System.getLogger(PluginRunner.class.getName());

    private final List<SchedulerPlugin.PreEnqueue> preEnqueue = new ArrayList<>();
    private final List<SchedulerPlugin.Filter> filters = new ArrayList<>();
    private final Map<String, Set<ClusterEvent>> wakingEvents = new HashMap<>();
    private final SchedulerMetrics metrics;

    PluginRunner(List<SchedulerPlugin> more, PluginSwitches switches, SchedulerMetrics metrics) {
        this.metrics = metrics;
        var available = new LinkedHashMap<String, SchedulerPlugin>();
        add(new SchedulingGates(), available);
        NodeFilters.all().forEach(plugin -> add(plugin, available));
        more.forEach(plugin -> add(plugin, available));
        for (var plugin : switches.enabledAt(ExtensionPoint.PRE_ENQUEUE, available)) {
            preEnqueue.add((SchedulerPlugin.PreEnqueue) plugin);
        }
        for (var plugin : switches.enabledAt(ExtensionPoint.FILTER, available)) {
            filters.add((SchedulerPlugin.Filter) plugin);
        }
        available.forEach((name, plugin) -> wakingEvents.put(name, Set.copyOf(plugin.wakingEvents())));
    }

    private static void add(SchedulerPlugin plugin, Map<String, SchedulerPlugin> available) {
        if (available.putIfAbsent(plugin.name(), plugin) != null) {
            throw new IllegalArgumentException("two scheduler plug-ins are named " + plugin.name() + "; rename one");
        }
    }

    Set<ClusterEvent> wakingEvents(String plugin) {
        return wakingEvents.getOrDefault(plugin, Set.of());
    }

    /** The first plug-in that gates the pod. */
    Optional<GatedBy> preEnqueue(PodView pod) {
        for (var plugin : preEnqueue) {
            var gatedBy = gate(plugin, pod);
            if (gatedBy.isPresent()) {
                return gatedBy;
            }
        }
        return Optional.empty();
    }

    private Optional<GatedBy> gate(SchedulerPlugin.PreEnqueue plugin, PodView pod) {
        var start = System.nanoTime();
        try {
            var reason = plugin.gate(pod);
            record(plugin, ExtensionPoint.PRE_ENQUEUE, reason.isEmpty() ? "Success" : "Unschedulable", start);
            return reason.map(text -> new GatedBy(plugin.name(), text, false));
        } catch (RuntimeException e) {
            record(plugin, ExtensionPoint.PRE_ENQUEUE, "Error", start);
            LOG.log(Level.WARNING, "plug-in " + plugin.name() + " failed on pod " + pod.key() + ", which waits: " + e);
            LOG.log(Level.DEBUG, "the failure of plug-in " + plugin.name(), e);
            return Optional.of(new GatedBy(plugin.name(), String.valueOf(e.getMessage()), true));
        }
    }

    /** The first plug-in that rejects the node. */
    Optional<Placement.Filters.Rejection> filter(PodView pod, NodeView node) {
        for (var plugin : filters) {
            var start = System.nanoTime();
            var reason = plugin.reject(pod, node);
            record(plugin, ExtensionPoint.FILTER, reason.isEmpty() ? "Success" : "Unschedulable", start);
            if (reason.isPresent()) {
                return reason.map(text -> new Placement.Filters.Rejection(plugin, text));
            }
        }
        return Optional.empty();
    }

    private void record(SchedulerPlugin plugin, ExtensionPoint point, String status, long start) {
        metrics.executed(plugin.name(), point, status, System.nanoTime() - start);
    }
}
