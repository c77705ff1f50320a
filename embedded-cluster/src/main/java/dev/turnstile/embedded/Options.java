package dev.turnstile.embedded;

import dev.turnstile.embedded.control.Controller;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.scheduler.PluginSwitches;
import dev.turnstile.embedded.control.scheduler.SchedulerPlugin;
import dev.turnstile.embedded.control.scheduler.SchedulerSettings;
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
 */
public record Options(
        String name,
        int port,
        Set<Controller> controllers,
        double speed,
        long seed,
        List<NodeSpec> nodes,
        SchedulerSettings scheduler) {
    public Options {
        controllers = Set.copyOf(controllers);
        nodes = List.copyOf(nodes);
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
                SchedulerSettings.DEFAULTS);
    }

    public Options named(String newName) {
        return new Options(newName, port, controllers, speed, seed, nodes, scheduler);
    }

    public Options onPort(int newPort) {
        return new Options(name, newPort, controllers, speed, seed, nodes, scheduler);
    }

    public Options running(Set<Controller> newControllers) {
        return new Options(name, port, newControllers, speed, seed, nodes, scheduler);
    }

    public Options atSpeed(double newSpeed) {
        return new Options(name, port, controllers, newSpeed, seed, nodes, scheduler);
    }

    public Options seeded(long newSeed) {
        return new Options(name, port, controllers, speed, newSeed, nodes, scheduler);
    }

    /** Adds a kubelet that plays these nodes. */
    public Options withNodes(NodeSpec... newNodes) {
        var more = EnumSet.of(Controller.KUBELET);
        more.addAll(controllers);
        return new Options(name, port, more, speed, seed, List.of(newNodes), scheduler);
    }

    /** With further plug-ins for the pod scheduler, which run where the switches enable them. */
    public Options scheduling(List<SchedulerPlugin> plugins, PluginSwitches switches) {
        return new Options(name, port, controllers, speed, seed, nodes, new SchedulerSettings(plugins, switches));
    }
}
