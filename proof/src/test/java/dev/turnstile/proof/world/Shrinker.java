package dev.turnstile.proof.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds a shorter scenario that fails in the same way.
 *
 * <p>Leaves out half of the events, then a quarter, and so on down to single ones, for as long as what is left still
 * fails. Leaving something out changes the order in which threads run, so each shorter scenario is tried in several
 * orders.
 */
final class Shrinker {
    private static final int ORDERS = 6;

    private final String kind;
    private Scenario best;

    private Shrinker(Scenario failing, String kind) {
        this.best = failing;
        this.kind = kind;
    }

    /** The shortest that is found. */
    static Scenario shrink(Scenario failing) {
        Simulation.Result result = Simulation.run(failing);
        if (result.holds()) {
            throw new IllegalArgumentException("a scenario that does not fail");
        }
        Shrinker shrinker = new Shrinker(failing, kind(result));
        shrinker.shrink();
        return shrinker.best;
    }

    /** What is the same in two failures of one kind. */
    static String kind(Simulation.Result result) {
        return result.violations()
                .getFirst()
                .lines()
                .findFirst()
                .orElse("")
                .replaceFirst("^after \\S+: ", "")
                .replaceAll("team/\\S+", "X")
                .replaceAll(": \\{.*", "")
                .replaceAll("[0-9]+", "#");
    }

    private void shrink() {
        for (int size = Math.max(1, best.events().size() / 2); size >= 1; size /= 2) {
            int from = 0;
            while (from < best.events().size()) {
                List<Scenario.Event> rest = new ArrayList<>(best.events());
                rest.subList(from, Math.min(rest.size(), from + size)).clear();
                if (!takes(best.setting(), rest)) {
                    from += size;
                }
            }
        }
        Scenario.Setting now = best.setting();
        takes(
                new Scenario.Setting(now.managed(), now.workers(), 1, false, now.orchestrated(), now.queues()),
                best.events());
    }

    private boolean takes(Scenario.Setting setting, List<Scenario.Event> events) {
        for (int i = 0; i < ORDERS; i++) {
            Scenario shorter = new Scenario(best.order() + i, setting, List.copyOf(events));
            Optional<String> failure = failure(shorter);
            if (failure.filter(kind::equals).isPresent()) {
                best = shorter;
                return true;
            }
        }
        return false;
    }

    private static Optional<String> failure(Scenario scenario) {
        Simulation.Result result = Simulation.run(scenario);
        return result.holds() ? Optional.empty() : Optional.of(kind(result));
    }
}
