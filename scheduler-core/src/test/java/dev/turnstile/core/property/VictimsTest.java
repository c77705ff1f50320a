package dev.turnstile.core.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.preemption.ClassicVictimSearch;
import dev.turnstile.core.preemption.Demand;
import dev.turnstile.core.preemption.FairVictimSearch;
import dev.turnstile.core.preemption.Target;
import dev.turnstile.core.preemption.VictimRequest;
import dev.turnstile.core.preemption.VictimSearch;
import dev.turnstile.core.quota.QuotaTree;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.snapshot.AdmittedWorkload;
import dev.turnstile.core.snapshot.Simulation;
import dev.turnstile.core.snapshot.Snapshot;
import dev.turnstile.core.story.PromptWriter;
import dev.turnstile.core.workload.QueueOrder;
import dev.turnstile.core.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Victims suffice, each of them is needed, and a simulation leaves no trace. */
class VictimsTest {

    @Test
    void victimsAreEnoughAndNoneCanBePutBack() {
        int found = 0;
        for (long seed = 0; seed < 2_000; seed++) {
            RandomWorld world = new RandomWorld(seed);
            Snapshot snapshot = busy(world);
            for (String name : snapshot.clusterQueues()) {
                found += search(seed, world, snapshot, name, new ClassicVictimSearch());
                found += search(seed, world, snapshot, name, new FairVictimSearch(List.of()));
            }
        }
        assertThat(found).as("searches that found victims").isGreaterThan(200);
    }

    private static Snapshot busy(RandomWorld world) {
        Scheduler scheduler = world.scheduler();
        for (int i = 0; i < 12; i++) {
            Workload workload = world.workload();
            scheduler.put(workload, workload.createdAt());
        }
        for (int i = 0; i < 8; i++) {
            scheduler.cycle(world.tick());
            PromptWriter.write(scheduler, world.now());
        }
        return scheduler.snapshot();
    }

    private static int search(long seed, RandomWorld world, Snapshot snapshot, String name, VictimSearch victimSearch) {
        Snapshot.Place place = snapshot.place(name);
        if (place == null) {
            throw new AssertionError("seed " + seed + ": no place for " + name);
        }
        Simulation simulation = new Simulation(snapshot.tree(place.tree()));
        QuotaTree tree = simulation.quotas();
        int column = world.random().nextInt(tree.columns());
        boolean[] contested = new boolean[tree.columns()];
        contested[column] = true;
        Demand demand = new Demand(
                tree,
                Usage.of(Map.of(tree.flavorResource(column), 1L + world.random().nextInt(12))));
        boolean mayBorrow = world.random().nextBoolean();
        VictimRequest request = new VictimRequest(
                world.workload(),
                place.clusterQueue(),
                place.node(),
                demand,
                contested,
                mayBorrow,
                QueueOrder.BY_CREATION);
        if (demand.fits(tree, simulation, place.node(), mayBorrow)) {
            return 0;
        }
        List<Long> before = usages(simulation);
        List<Target> targets = victimSearch.search(simulation, request);
        assertThat(usages(simulation))
                .as("seed %d: the simulation is as before", seed)
                .isEqualTo(before);
        List<AdmittedWorkload> victims = targets.stream().map(Target::workload).toList();
        if (victims.isEmpty()) {
            return 0;
        }
        // An attempt without borrowing may need more victims than one that borrows, and either may have found these.
        boolean minimal = minimal(simulation, place, demand, false, victims)
                || (mayBorrow && minimal(simulation, place, demand, true, victims));
        assertThat(minimal)
                .as("seed %d: %s fits without %s, and not without fewer", seed, name, victims)
                .isTrue();
        return 1;
    }

    /** Whether these are enough, and all of them needed. */
    private static boolean minimal(
            Simulation simulation,
            Snapshot.Place place,
            Demand demand,
            boolean borrowing,
            List<AdmittedWorkload> victims) {
        return fitsWithout(simulation, place, demand, borrowing, victims)
                && victims.stream()
                        .noneMatch(spared -> fitsWithout(
                                simulation,
                                place,
                                demand,
                                borrowing,
                                victims.stream()
                                        .filter(victim -> !victim.key().equals(spared.key()))
                                        .toList()));
    }

    private static boolean fitsWithout(
            Simulation simulation,
            Snapshot.Place place,
            Demand demand,
            boolean borrowing,
            List<AdmittedWorkload> victims) {
        try (Simulation.Without _ = simulation.without(victims)) {
            return demand.fits(simulation.quotas(), simulation, place.node(), borrowing);
        }
    }

    private static List<Long> usages(Simulation simulation) {
        List<Long> all = new ArrayList<>();
        for (int node = 0; node < simulation.quotas().size(); node++) {
            for (int column = 0; column < simulation.quotas().columns(); column++) {
                all.add(simulation.usage(node, column));
            }
        }
        return all;
    }

    @Test
    void aSimulationUndoesItselfExactly() {
        for (long seed = 0; seed < 500; seed++) {
            Snapshot snapshot = busy(new RandomWorld(seed));
            Random random = new Random(seed);
            Simulation simulation = new Simulation(snapshot.tree(random.nextInt(snapshot.treeCount())));
            QuotaTree tree = simulation.quotas();
            List<List<Long>> states = new ArrayList<>();
            List<Integer> marks = new ArrayList<>();
            for (int i = 0; i < 10 && tree.columns() > 0; i++) {
                states.add(usages(simulation));
                marks.add(simulation.mark());
                int node = random.nextInt(tree.size());
                long amount = random.nextBoolean() ? random.nextInt(20) : Long.MAX_VALUE - random.nextInt(5);
                Usage usage = Usage.of(Map.of(tree.flavorResource(random.nextInt(tree.columns())), amount));
                if (random.nextBoolean()) {
                    simulation.add(node, usage);
                } else {
                    simulation.remove(node, usage);
                }
            }
            for (int i = states.size() - 1; i >= 0; i--) {
                simulation.undoTo(marks.get(i));
                assertThat(usages(simulation)).as("seed %d, step %d", seed, i).isEqualTo(states.get(i));
            }
        }
    }
}
