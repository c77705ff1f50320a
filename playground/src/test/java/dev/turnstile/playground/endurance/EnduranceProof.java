package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code EnduranceProof ASSETS FOLDER minutes=N seed=N jobs=N}: a manager and three workers as processes on control
 * planes of their own, users, and everything that can break. Fails where something is lost, done twice, or grows.
 */
final class EnduranceProof {
    private static final Duration START = Duration.ofMinutes(2);
    /** After the last fault: requests that are under way come to their end, and everything that still waits is run. */
    private static final Duration SETTLING = Duration.ofMinutes(3);

    private static final int SHOWN = 30;

    private EnduranceProof() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Map<String, Long> options =
                new HashMap<>(Map.of("minutes", 10L, "seed", Instant.now().getEpochSecond()));
        for (String option : List.of(arguments).subList(2, arguments.length)) {
            String[] parts = option.split("=", 2);
            options.put(parts[0], Long.valueOf(parts[1]));
        }
        long seed = options.getOrDefault("seed", Instant.now().getEpochSecond());
        Duration time = Duration.ofMinutes(options.getOrDefault("minutes", 10L));
        int jobs = (int) (long) options.getOrDefault("jobs", 50 * time.toMinutes());
        System.out.println("seed=" + seed + " minutes=" + time.toMinutes() + " jobs=" + jobs);
        boolean holds = run(Path.of(arguments[0]), Files.createDirectories(Path.of(arguments[1])), time, jobs, seed);
        // Threads of clients are still there.
        System.exit(holds ? 0 : 1);
    }

    private static boolean run(Path assets, Path folder, Duration time, int jobs, long seed)
            throws InterruptedException {
        History history = new History();
        Instant begun = Instant.now();
        try (ProcessFleet fleet = new ProcessFleet(assets, folder, history::observe)) {
            awaitStart(fleet);
            System.out.println(
                    "up after " + Duration.between(begun, Instant.now()).toSeconds() + " s");
            Crowd crowd = new Crowd(fleet, jobs, seed);
            Trouble trouble = new Trouble(fleet, crowd, history, folder, seed);
            Rest rest = new Rest(fleet, crowd);
            List<String> wrong;
            try (Vitals vitals = new Vitals(fleet.services())) {
                crowd.begin(time.multipliedBy(4).dividedBy(5));
                trouble.rage(time, Duration.ofSeconds(5));
                crowd.end();
                Instant ended = Instant.now();
                wrong = new ArrayList<>(settled(rest, fleet));
                System.out.println(
                        "at rest " + Duration.between(ended, Instant.now()).toSeconds() + " s after the last fault");
                vitals.figures().forEach(System.out::println);
                wrong.addAll(vitals.violations());
            }
            wrong.addAll(history.violations());
            // Of the processes that run now; one that was killed has taken its count with it.
            fleet.services()
                    .forEach((name, service) ->
                            service.auditFindings().forEach(each -> wrong.add("the audit of " + name + ": " + each)));
            System.out.println("tasks: " + crowd.created().size() + ", pods run: " + history.runs() + ", preemptions: "
                    + history.preemptions() + ", gates opened: " + history.openings());
            System.out.println("users: " + crowd.changes());
            System.out.println("faults: " + trouble.counts());
            if (!wrong.isEmpty()) {
                System.out.println("what happened, seed " + seed + ":");
                trouble.story().forEach(System.out::println);
                System.out.println(wrong.size() + " things are wrong:");
                wrong.stream().limit(SHOWN).forEach(System.out::println);
            }
            return wrong.isEmpty();
        }
    }

    private static void awaitStart(ProcessFleet fleet) {
        Instant deadline = Instant.now().plus(START);
        while (!fleet.services().values().stream().allMatch(ServiceProcess::isReady)) {
            if (Instant.now().isAfter(deadline)) {
                throw new IllegalStateException("the services are not ready after " + START);
            }
            Pause.ofMillis(500);
        }
    }

    /** What is still not as it should be when the time is over. */
    private static List<String> settled(Rest rest, ProcessFleet fleet) {
        Instant deadline = Instant.now().plus(SETTLING);
        while (true) {
            List<String> missing = rest.missing();
            if (missing.isEmpty() || Instant.now().isAfter(deadline)) {
                fleet.services().values().stream()
                        .filter(service -> !service.isAlive())
                        .forEach(service -> missing.add(service.end()));
                return missing;
            }
            Pause.ofMillis(1000);
        }
    }
}
