package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.ungating.GateOrder;
import dev.turnstile.core.ungating.GateStep;
import dev.turnstile.core.ungating.OpeningAttempt.Outcome;
import dev.turnstile.core.ungating.interleavings.Manager.Reply;
import dev.turnstile.core.ungating.interleavings.Manager.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Every step that may be the next one in a world. */
final class Steps {

    /** One step, and the world after it. */
    record Step(String what, World then) {}

    private final World world;
    private final int end;
    private final List<Step> steps = new ArrayList<>();

    private Steps(World world, int end) {
        this.world = world;
        this.end = end;
    }

    /** @param end the minute in which time stops */
    static List<Step> of(World world, int end) {
        Steps all = new Steps(world, end);
        all.manager();
        all.late();
        all.network();
        all.workers();
        all.time();
        return all.steps;
    }

    private void step(String what, World then) {
        steps.add(new Step(what, then));
    }

    private void manager() {
        Manager manager = world.manager();
        manager.next(world.now())
                .ifPresent(remember -> step(
                        "the manager decides " + remember,
                        world.with(manager.with(new Request.Remembering(remember, Reply.ON_ITS_WAY)))));
        switch (manager.request()) {
            case Request.None ignored -> {}
            case Request.Remembering remembering -> remembering(remembering);
            case Request.Writing writing -> writing(writing);
        }
        if (!manager.note().equals(world.note())) {
            step("the manager sees the local workload", world.with(manager.reads(world.note())));
        }
        if (world.left().crashes() > 0) {
            step("the manager crashes", crashed().with(world.left().crash()));
        }
    }

    private void remembering(Request.Remembering request) {
        Manager manager = world.manager();
        Manager idle = manager.with(new Request.None());
        switch (request.reply()) {
            case ON_ITS_WAY -> {
                step("the annotation arrives", arrived(world, request));
                if (world.left().losses() > 0) {
                    World lost = world.with(idle).with(world.left().loss());
                    step("the annotation is lost", lost);
                    step("the annotation is given up", lost.plus(late(request.step())));
                }
            }
            case WRITTEN, CONFLICT -> {
                step("the annotation is answered " + request.reply(), answered(world, request));
                if (world.left().losses() > 0) {
                    step(
                            "the answer about the annotation is lost",
                            world.with(idle).with(world.left().loss()));
                }
            }
        }
    }

    static World arrived(World world, Request.Remembering request) {
        boolean taken = world.note().takes(request.step());
        World then = taken ? world.with(world.note().written(request.step())) : world;
        Reply reply = taken ? Reply.WRITTEN : Reply.CONFLICT;
        return then.with(then.manager().with(new Request.Remembering(request.step(), reply)));
    }

    static World answered(World world, Request.Remembering request) {
        Manager informed = world.manager().reads(world.note());
        List<GateOrder> orders = request.step().orders();
        if (request.reply() == Reply.CONFLICT || orders.isEmpty()) {
            return world.with(informed.with(new Request.None()));
        }
        Manager begun = informed.with(informed.work().begun(orders));
        return world.with(begun.with(new Request.Writing(orders.getFirst(), world.now(), Optional.empty())));
    }

    private void writing(Request.Writing request) {
        GateOrder order = request.order();
        World loses = world.with(world.left().loss());
        boolean mayLose = world.left().losses() > 0;
        if (request.reply().isPresent()) {
            step(
                    "the gate is answered " + request.reply().get(),
                    answered(world, order, request.reply().get()));
            if (mayLose) {
                step("the answer about the gate is lost", answered(loses, order, Outcome.UNANSWERED));
            }
            return;
        }
        if (world.site(order.cluster()).reachable()) {
            step("the gate arrives", arrived(world, request));
        } else {
            step("the gate does not arrive", answered(world, order, Outcome.UNANSWERED));
        }
        if (mayLose) {
            step("the gate is refused", answered(loses, order, Outcome.REFUSED));
            step("the gate is lost", answered(loses, order, Outcome.UNANSWERED));
            step(
                    "the gate is given up",
                    answered(loses.plus(late(order, request.sentAt())), order, Outcome.UNANSWERED));
        }
    }

    static World arrived(World world, Request.Writing request) {
        Outcome outcome = world.site(request.order().cluster()).outcome(request.order());
        World then = world.carriedOut(request.order(), request.sentAt());
        return then.with(
                then.manager().with(new Request.Writing(request.order(), request.sentAt(), Optional.of(outcome))));
    }

    /**
     * A refused write tells nothing new; a conflict has the replica read, and one that was taken is answered with it.
     */
    static World answered(World world, GateOrder order, Outcome outcome) {
        Manager manager = world.manager();
        Manager informed = manager.with(manager.work().answered(order, outcome, Minutes.at(world.now())))
                .with(new Request.None());
        boolean read = outcome == Outcome.WRITTEN || outcome == Outcome.CONFLICT;
        return world.with(read ? informed.sees(world.site(order.cluster())) : informed);
    }

    private World.Late late(GateStep.Remember note) {
        return new World.Late(world.now(), Optional.of(note), Optional.empty());
    }

    private static World.Late late(GateOrder gate, int sentAt) {
        return new World.Late(sentAt, Optional.empty(), Optional.of(gate));
    }

    /** What it has sent may still arrive. */
    private World crashed() {
        World then = world.with(Manager.started(world.note(), world.sites(), world.now()));
        return switch (world.manager().request()) {
            case Request.Remembering(GateStep.Remember step, Reply reply) ->
                reply == Reply.ON_ITS_WAY ? then.plus(late(step)) : then;
            case Request.Writing(GateOrder order, int sentAt, Optional<Outcome> reply) ->
                reply.isEmpty() ? then.plus(late(order, sentAt)) : then;
            case Request.None ignored -> then;
        };
    }

    private void late() {
        for (World.Late request : world.late()) {
            World gone = world.without(request);
            request.note()
                    .filter(world.note()::takes)
                    .ifPresent(note -> step(
                            "a late annotation arrives", gone.with(world.note().written(note))));
            request.gate()
                    .filter(gate -> world.site(gate.cluster()).reachable())
                    .ifPresent(gate -> step("a late gate arrives", gone.carriedOut(gate, request.sentAt())));
        }
    }

    private void network() {
        Manager manager = world.manager();
        for (Site site : world.sites()) {
            Manager.Seen seen = manager.of(site.name());
            if (site.reachable() && seen.connected() && !seen.shows(site)) {
                step("the manager sees " + site.name(), world.with(manager.sees(site)));
            }
            if (site.reachable() && !seen.connected()) {
                step(site.name() + " is connected", world.with(manager.connected(site)));
            }
            if (!site.reachable() && seen.connected()) {
                step(site.name() + " is noticed to be lost", world.with(manager.disconnected(site.name())));
            }
            if (!site.reachable()) {
                step(site.name() + " is in reach", world.with(site.reachable(true)));
            } else if (world.left().cuts() > 0) {
                step(
                        site.name() + " is cut off",
                        world.with(site.reachable(false)).with(world.left().cut()));
            }
        }
    }

    /** What is opened first is on a: whims are there only, which halves the number of states. */
    private void workers() {
        int now = world.now();
        for (Site site : world.sites()) {
            if (!site.there()) {
                step("a replica is made on " + site.name(), world.with(site.madeAnew()));
                continue;
            }
            if (!site.open() && site.closedSince() == Site.NEVER) {
                step(site.name() + " declares its gate", world.with(site.declares(now)));
            }
            if (world.left().whims() > 0 && site.name().equals("a")) {
                World whim = world.with(world.left().whim());
                step(
                        "a stranger deletes the replica on " + site.name(),
                        whim.over(site).with(site.deleted()));
                if (site.open()) {
                    step(site.name() + " evicts it", whim.over(site).with(site.evicted(now)));
                } else if (site.signal() == Site.NEVER) {
                    step(site.name() + " asks", whim.with(site.signals(now)));
                } else {
                    step(site.name() + " asks no more", whim.with(site.signals(Site.NEVER)));
                }
            }
        }
    }

    /** A request is given up before a minute is over, so that none is older than that. */
    private void time() {
        boolean waits = world.manager().request() instanceof Request.Writing(GateOrder order, int sentAt, var reply)
                && sentAt < world.now();
        if (world.now() < end && !waits) {
            step("a minute passes", world.later());
        }
    }
}
