package dev.turnstile.worker.outbound;

import static dev.turnstile.worker.outbound.SmallWorld.core;

import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.WorkloadPlace;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.worker.state.Tally;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Visits every state that a small world can come to, in every order of steps, and lets each of them come to rest. A
 * state is reached by repeating its steps in a new world, so that the production classes need no copies.
 */
final class Exploration {
    private static final int LONGEST_REST = 60;

    private final Supplier<SmallWorld> worlds;
    private final Set<String> visited = new HashSet<>();
    private int rests;

    Exploration(Supplier<SmallWorld> worlds) {
        this.worlds = worlds;
    }

    /** A state in which something is wrong, and the way to it. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Broken(String what, List<String> way) {
            super(what + " after " + way);
        }
    }

    int states() {
        return visited.size();
    }

    int rests() {
        return rests;
    }

    /** Visits all of them; throws at the first in which something is wrong. */
    void run() {
        List<List<Integer>> open = new ArrayList<>();
        open.add(List.of());
        while (!open.isEmpty()) {
            List<Integer> way = new ArrayList<>(open.removeLast());
            List<String> names = new ArrayList<>();
            SmallWorld world = replay(way, names);
            while (visited.add(world.fingerprint())) {
                check(world, names);
                List<SmallWorld.Step> steps = world.steps();
                rest(way, names);
                for (int i = steps.size() - 1; i > 0; i--) {
                    List<Integer> other = new ArrayList<>(way);
                    other.add(i);
                    open.add(other);
                }
                if (steps.isEmpty()) {
                    break;
                }
                way.add(0);
                names.add(steps.getFirst().name());
                steps.getFirst().run().run();
            }
        }
    }

    private SmallWorld replay(List<Integer> way, List<String> names) {
        SmallWorld world = worlds.get();
        for (int choice : way) {
            SmallWorld.Step step = world.steps().get(choice);
            names.add(step.name());
            step.run().run();
        }
        return world;
    }

    private static void check(SmallWorld world, List<String> way) {
        expect(world.writer().wrong().isEmpty(), world.writer().wrong(), way);
        Scheduler scheduler = world.cache.scheduler();
        Map<WorkloadKey, Workload> reserved = scheduler.reserved();
        long booked = reserved.values().stream().mapToLong(Exploration::cpu).sum();
        expect(booked <= SmallWorld.QUOTA, "the books give " + booked + " of " + SmallWorld.QUOTA, way);
        long given = world.api.names().stream()
                .filter(world.api::holds)
                .mapToLong(name -> world.api.cpu(name))
                .sum();
        expect(given <= SmallWorld.QUOTA, "the API gives " + given + " of " + SmallWorld.QUOTA, way);
        for (String name : world.noted()) {
            WorkloadKey key = core(name);
            WorkloadPlace place = scheduler.place(key);
            expect(place != null, name + " is in no place", way);
            int places = (reserved.containsKey(key) ? 1 : 0)
                    + (scheduler.waits(key) ? 1 : 0)
                    + (scheduler.aside().containsKey(key) ? 1 : 0);
            expect(places == 1, name + " is in " + places + " places", way);
        }
        for (String name : world.known()) {
            OpenAssumption open = scheduler.assumption(core(name));
            boolean looked = open == null || open.at() != null || world.writer().underWay(open.assumption());
            expect(looked, "nobody looks after " + open, way);
            Workload own = reserved.get(core(name));
            boolean assumed = open != null || own == null || world.shows(name, own.evicting());
            expect(assumed, name + " holds quota or is evicting without a reason", way);
        }
        List<Finding> findings = world.audit();
        expect(findings.isEmpty(), "the audit finds " + findings, way);
        Tally tally = world.cache.report("cq").tally();
        expect(tally.reserving() == reserved.size(), "the counts say " + tally + " of " + reserved.keySet(), way);
        int pending = scheduler.pending("cq").size();
        expect(tally.pending() == pending, "the counts say " + tally + " while " + pending + " wait", way);
    }

    private static long cpu(Workload workload) {
        return workload.podSets().getFirst().requests(1).amount("cpu") / 1000;
    }

    /** From here on everything ends well; then nobody waits who would fit, and nothing is assumed. */
    private void rest(List<Integer> way, List<String> names) {
        SmallWorld world = replay(way, new ArrayList<>());
        rests++;
        String before = "";
        for (int i = 0; !world.fingerprint().equals(before) || world.busy(); i++) {
            expect(i < LONGEST_REST, "no rest", names);
            before = world.fingerprint();
            world.settle();
            check(world, names);
        }
        Scheduler scheduler = world.cache.scheduler();
        long free = SmallWorld.QUOTA;
        int lowest = Integer.MAX_VALUE;
        for (String name : world.api.names()) {
            expect(scheduler.assumption(core(name)) == null, name + " is assumed at rest", names);
            boolean booked = scheduler.reserved().containsKey(core(name));
            expect(booked == world.api.holds(name), name + " differs between books and API at rest", names);
            if (world.api.holds(name)) {
                free -= world.api.cpu(name);
                lowest = Math.min(lowest, world.api.priority(name));
            }
        }
        for (String name : world.api.names()) {
            if (world.api.waits(name) && !world.held().contains(name)) {
                expect(world.api.cpu(name) > free, name + " waits although it fits", names);
                boolean mayPreempt = world.api.priority(name) > lowest;
                expect(!mayPreempt, name + " waits although it may preempt", names);
            }
        }
    }

    private static void expect(boolean holds, String otherwise, List<String> way) {
        if (!holds) {
            throw new Broken(otherwise, way);
        }
    }
}
