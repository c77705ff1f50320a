package dev.turnstile.core.ungating.interleavings;

import dev.turnstile.core.ungating.interleavings.Manager.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Invariant B: where nothing more goes wrong, everybody who asks is let through in time. */
final class Calm {
    private static final int PATIENCE = 3 * Manager.TIMEOUT + 2;

    private final Set<World> good = new HashSet<>();

    /** @throws AssertionError where somebody is not */
    void check(World world) {
        List<World> passed = new ArrayList<>();
        World now = world;
        while (!isGood(now)) {
            if (now.now() > world.now() + PATIENCE) {
                throw new AssertionError("B: not everybody who asks is let through: " + now);
            }
            passed.add(now);
            now = next(now);
        }
        good.addAll(passed);
    }

    private boolean isGood(World world) {
        return good.contains(world)
                || (world.manager().request() instanceof Request.None
                        && world.sites().stream().noneMatch(Site::asks));
    }

    private static World next(World world) {
        Manager manager = world.manager();
        switch (manager.request()) {
            case Request.None ignored -> {}
            case Request.Remembering remembering -> {
                return remembering.reply() == Manager.Reply.ON_ITS_WAY
                        ? Steps.arrived(world, remembering)
                        : Steps.answered(world, remembering);
            }
            case Request.Writing writing -> {
                boolean reachable = world.site(writing.order().cluster()).reachable();
                if (writing.reply().isPresent()) {
                    return Steps.answered(
                            world, writing.order(), writing.reply().get());
                }
                return reachable
                        ? Steps.arrived(world, writing)
                        : world.with(world.site(writing.order().cluster()).reachable(true));
            }
        }
        World seen = world;
        for (Site site : world.sites()) {
            Site reached = site.reachable(true);
            seen = seen.with(reached);
            seen = seen.with(seen.manager().connected(reached));
        }
        seen = seen.with(seen.manager().reads(seen.note()));
        if (!seen.equals(world)) {
            return seen;
        }
        return manager.next(world.now())
                .map(remember -> world.with(manager.with(new Request.Remembering(remember, Manager.Reply.ON_ITS_WAY))))
                .orElseGet(world::later);
    }
}
