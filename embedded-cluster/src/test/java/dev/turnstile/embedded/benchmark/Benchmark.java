package dev.turnstile.embedded.benchmark;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Prints what the embedded cluster does in a second, beside a real kube-apiserver with etcd on the same machine, in the
 * same run. The two take turns, and ratios are medians of turns, so that whatever else the machine does strikes both.
 * Arguments: the Workload definition, and the folder with the binaries (without it, the embedded one runs alone).
 */
public final class Benchmark {
    private static final int WORKLOADS = 10_000;
    private static final int TURNS = 5;
    private static final int A_TURN = WORKLOADS / TURNS;
    private static final int WATCHERS = 100;

    private Benchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path definition = Path.of(arguments[0]);
        boolean alone = arguments.length < 2 || arguments[1].isEmpty();
        try (EmbeddedCluster cluster = EmbeddedCluster.start(Options.defaults().running(Set.of()));
                Endpoint endpoint = new Endpoint(cluster.server(), cluster.token())) {
            Side embedded = new Side("embedded", new Load(endpoint));
            if (alone) {
                measure(definition, List.of(embedded));
                System.out.println("no kube-apiserver given: set KUBEBUILDER_ASSETS to compare");
            } else {
                try (RealControlPlane plane = new RealControlPlane(Path.of(arguments[1]));
                        Endpoint other = plane.endpoint()) {
                    Side real = new Side("kube-apiserver", new Load(other));
                    measure(definition, List.of(embedded, real));
                    System.out.printf(
                            "embedded / kube-apiserver: creates %.1f x, status patches %.1f x, list %.1f x, fan-out"
                                    + " %.1f x%n",
                            Turns.ratio(embedded.creates, real.creates),
                            Turns.ratio(embedded.patches, real.patches),
                            Turns.ratio(real.lists, embedded.lists),
                            Turns.ratio(real.fanOuts, embedded.fanOuts));
                }
            }
            System.out.printf(
                    "embedded: heap after GC with %,d Workloads %.0f MB (client included)%n", WORKLOADS, heap());
            gets(embedded.load);
        }
    }

    /** One server, and what it did in each turn. */
    private static final class Side {
        private final String name;
        private final Load load;
        private final List<Double> creates = new ArrayList<>();
        private final List<Double> patches = new ArrayList<>();
        private final List<Double> lists = new ArrayList<>();
        private final List<Double> fanOuts = new ArrayList<>();

        Side(String name, Load load) {
            this.name = name;
            this.load = load;
        }

        void write(int turn) throws InterruptedException {
            int from = turn * A_TURN;
            creates.add(load.createsPerSecond(from, from + A_TURN));
            patches.add(load.statusPatchesPerSecond(from, from + A_TURN / 2));
        }

        void read() throws IOException, InterruptedException {
            lists.add(load.listMillis());
            try (Load.Watchers watchers = load.watchers(50)) {
                fanOuts.add(watchers.fanOutMillis());
            }
        }

        void print() {
            System.out.printf(
                    "%s: %.0f creates/s, %.0f status patches/s, list of %,d in %.0f ms, one change to 50 watchers in"
                            + " %.1f ms%n",
                    name,
                    Turns.median(creates),
                    Turns.median(patches),
                    WORKLOADS,
                    Turns.median(lists),
                    Turns.median(fanOuts));
        }
    }

    private static void measure(Path definition, List<Side> sides) throws IOException, InterruptedException {
        for (Side side : sides) {
            side.load.define(definition);
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (Side side : sides) {
                side.write(turn);
            }
        }
        for (int turn = 0; turn < TURNS; turn++) {
            for (Side side : sides) {
                side.read();
            }
        }
        sides.forEach(Side::print);
    }

    private static void gets(Load load) throws IOException, InterruptedException {
        load.createsPerSecond(WORKLOADS, 2 * WORKLOADS);
        List<Double> medians = new ArrayList<>();
        List<Double> slow = new ArrayList<>();
        try (Load.Watchers watchers = load.watchers(WATCHERS)) {
            for (int turn = 0; turn < TURNS; turn++) {
                double[] millis = watchers.getMillis(2 * WORKLOADS);
                medians.add(millis[millis.length / 2]);
                slow.add(millis[millis.length * 99 / 100]);
            }
        }
        System.out.printf(
                "embedded: get with %,d objects and %d watchers: median %.2f ms, p99 %.2f ms, %.1f x%n",
                2 * WORKLOADS, WATCHERS, Turns.median(medians), Turns.median(slow), Turns.ratio(slow, medians));
    }

    private static double heap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(200);
        }
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }
}
