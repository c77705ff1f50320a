package dev.turnstile.embedded;

import java.util.EnumSet;
import java.util.Set;

/**
 * What an embedded cluster is started with.
 *
 * @param name shown in its kubeconfig as the context's name
 * @param port the HTTPS port on the loopback address; 0 takes a free one
 * @param controllers which controllers run inside; the API alone needs none
 * @param speed how much faster than the wall clock containers run and back-offs pass
 * @param seed of the faults' random choices
 */
public record Options(String name, int port, Set<Controller> controllers, double speed, long seed) {
    /** A controller that runs beside the API. */
    public enum Controller {
        NAMESPACES,
        SERVICE_ACCOUNTS,
        GARBAGE_COLLECTION,
        RESOURCE_QUOTA,
        JOBS,
        POD_SCHEDULER,
        KUBELET
    }

    public Options {
        controllers = Set.copyOf(controllers);
    }

    /** All controllers but the kubelet, on a free port. */
    public static Options defaults() {
        return new Options("embedded", 0, EnumSet.complementOf(EnumSet.of(Controller.KUBELET)), 1.0, 1);
    }

    public Options named(String newName) {
        return new Options(newName, port, controllers, speed, seed);
    }

    public Options onPort(int newPort) {
        return new Options(name, newPort, controllers, speed, seed);
    }

    public Options running(Set<Controller> newControllers) {
        return new Options(name, port, newControllers, speed, seed);
    }

    public Options atSpeed(double newSpeed) {
        return new Options(name, port, controllers, newSpeed, seed);
    }

    public Options seeded(long newSeed) {
        return new Options(name, port, controllers, speed, newSeed);
    }
}
