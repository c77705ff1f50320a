package dev.turnstile.embedded;

import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.scheduler.PluginSwitches;
import dev.turnstile.embedded.control.scheduler.SchedulerPlugin;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an embedded cluster is started with.
 *
 * @param name shown in its kubeconfig as the context's name
 * @param port the HTTPS port on the loopback address; 0 takes a free one
 * @param controllers which controllers run inside; the API alone needs none
 * @param speed how much faster than the wall clock containers run and back-offs pass
 * @param seed of the faults' random choices
 * @param nodes the nodes that the kubelet plays, if it runs
 * @param schedulerPlugins plug-ins of the pod scheduler beside its own; they run where the switches enable them
 * @param pluginSwitches which plug-ins run at which extension point of the pod scheduler
 */
public record Options(
        String name,
        int port,
        Set<Controller> controllers,
        double speed,
        long seed,
        List<NodeSpec> nodes,
        List<SchedulerPlugin> schedulerPlugins,
        PluginSwitches pluginSwitches) {
    /** A controller that runs beside the API. */
    public enum Controller {
        NAMESPACES,
        SERVICE_ACCOUNTS,
        GARBAGE_COLLECTION,
        JOBS,
        POD_SCHEDULER,
        KUBELET
    }

    public Options {
        controllers = Set.copyOf(controllers);
        nodes = List.copyOf(nodes);
        schedulerPlugins = List.copyOf(schedulerPlugins);
    }

    /** All controllers but the kubelet, on a free port. */
    public static Options defaults() {
        return new Options(
                "embedded",
                0,
                EnumSet.complementOf(EnumSet.of(Controller.KUBELET)),
                1.0,
                1,
                List.of(),
                List.of(),
                PluginSwitches.DEFAULTS);
    }

    public Options named(String newName) {
        return new Options(newName, port, controllers, speed, seed, nodes, schedulerPlugins, pluginSwitches);
    }

    public Options onPort(int newPort) {
        return new Options(name, newPort, controllers, speed, seed, nodes, schedulerPlugins, pluginSwitches);
    }

    public Options running(Set<Controller> newControllers) {
        return new Options(name, port, newControllers, speed, seed, nodes, schedulerPlugins, pluginSwitches);
    }

    public Options atSpeed(double newSpeed) {
        return new Options(name, port, controllers, newSpeed, seed, nodes, schedulerPlugins, pluginSwitches);
    }

    public Options seeded(long newSeed) {
        return new Options(name, port, controllers, speed, newSeed, nodes, schedulerPlugins, pluginSwitches);
    }

    /** With a kubelet that plays these nodes. */
    public Options withNodes(NodeSpec... newNodes) {
        var more = EnumSet.of(Controller.KUBELET);
        more.addAll(controllers);
        return new Options(name, port, more, speed, seed, List.of(newNodes), schedulerPlugins, pluginSwitches);
    }

    /** With more plug-ins for the pod scheduler, and switches that say where they run. */
    public Options scheduling(List<SchedulerPlugin> plugins, PluginSwitches switches) {
        return new Options(name, port, controllers, speed, seed, nodes, plugins, switches);
    }
}
