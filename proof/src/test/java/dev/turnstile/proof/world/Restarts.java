package dev.turnstile.proof.world;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which Jobs somebody has start over in a scenario, so that they may run again although they have succeeded.
 *
 * @param all whether any of them may, since what is done concerns a whole cluster
 * @param jobs those that something is done to by name
 */
record Restarts(boolean all, Set<String> jobs) {

    static Restarts of(Scenario scenario) {
        boolean all = scenario.events().stream().map(Scenario.Event::act).anyMatch(Restarts::ofAll);
        Set<String> jobs = scenario.events().stream()
                .map(event -> named(event.act()))
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
        return new Restarts(all, jobs);
    }

    boolean concern(String job) {
        return all || jobs.contains(job);
    }

    private static boolean ofAll(Act act) {
        return switch (act) {
            case Act.Restore _, Act.ClusterGone _, Act.Unconfigured _, Act.SwitchGate _, Act.FlavorGone _ -> true;
            case Act.StopClusterQueue(String _, String _, String policy) -> policy.equals("HoldAndDrain");
            case Act.StopLocalQueue(String _, String _, String policy) -> policy.equals("HoldAndDrain");
            default -> false;
        };
    }

    private static String named(Act act) {
        return switch (act) {
            case Act.DeleteJob(String _, String name) -> name;
            case Act.SetActive(String _, String job, boolean _) -> job;
            case Act.DeleteWorkload(String _, String job) -> job;
            default -> "";
        };
    }
}
