package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
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
    private static final Logger LOG = System.getLogger(EnduranceProof.class.getName());

    private static final Duration START = Duration.ofMinutes(2);
    /** After the last fault, what is left gets less and less; a fleet that is stuck for so long stays so. */
    private static final Duration SETTLING = Duration.ofMinutes(3);

    private static final int SHOWN = 30;

    private final Path assets;
    private final Path folder;
    private final Duration time;
    private final int jobs;
    private final long seed;

    private EnduranceProof(Path assets, Path folder, Duration time, int jobs, long seed) {
        this.assets = assets;
        this.folder = folder;
        this.time = time;
        this.jobs = jobs;
        this.seed = seed;
    }

    public static void main(String[] arguments) {
        // Threads of clients are still there in the end, however it comes.
        int status = 1;
        try {
            Map<String, Long> options =
                    new HashMap<>(Map.of("minutes", 10L, "seed", Instant.now().getEpochSecond()));
            for (String option : List.of(arguments).subList(2, arguments.length)) {
                String[] parts = option.split("=", 2);
                options.put(parts[0], Long.valueOf(parts[1]));
            }
            long seed = options.getOrDefault("seed", 0L);
            long minutes = options.getOrDefault("minutes", 10L);
            int jobs = Math.toIntExact(options.getOrDefault("jobs", 50 * minutes));
            System.out.println("seed=" + seed + " minutes=" + minutes + " jobs=" + jobs);
            Path folder = Files.createDirectories(Path.of(arguments[1]));
            status = new EnduranceProof(Path.of(arguments[0]), folder, Duration.ofMinutes(minutes), jobs, seed).holds()
                    ? 0
                    : 1;
        } catch (IOException | InterruptedException | RuntimeException e) {
            LOG.log(Level.ERROR, "the run could not be brought to its end", e);
        } finally {
            System.exit(status);
        }
    }

    private boolean holds() throws InterruptedException {
        Faults faults = new Faults();
        History history = new History(faults);
        Instant begun = Instant.now();
        try (ProcessFleet fleet =
                new ProcessFleet(assets, folder, (site, event) -> history.observe(site.name(), event))) {
            awaitStart(fleet);
            System.out.println(
                    "up after " + Duration.between(begun, Instant.now()).toSeconds() + " s");
            Crowd crowd = new Crowd(fleet, jobs, seed);
            Trouble trouble = new Trouble(fleet, crowd, history, faults, folder, seed);
            List<String> wrong = new ArrayList<>();
            List<String> missing;
            try (Vitals vitals = new Vitals(fleet.services())) {
                crowd.begin(time.multipliedBy(4).dividedBy(5));
                trouble.rage(time, Duration.ofSeconds(5));
                crowd.end();
                Instant ended = Instant.now();
                missing = settled(fleet, crowd);
                System.out.println(
                        "at rest " + Duration.between(ended, Instant.now()).toSeconds() + " s after the last fault");
                vitals.end(wrong).forEach(System.out::println);
            }
            wrong.addAll(crowd.failures());
            wrong.addAll(history.violations(Instant.now()));
            wrong.addAll(history.neverRan(crowd.created()));
            fleet.services()
                    .forEach((name, service) -> service.errors().forEach(each -> wrong.add(name + " logged: " + each)));
            wrong.addAll(idle(history, trouble));
            // Of these there may be many.
            wrong.addAll(missing);
            System.out.println("tasks: " + crowd.created().size() + ", pods run: " + history.runs()
                    + ", complete in workers: " + history.completions() + ", in the manager: " + history.done()
                    + ", preemptions: " + history.preemptions() + ", gates opened: " + history.openings());
            System.out.println("users: " + crowd.changes());
            System.out.println("faults: " + trouble.counts());
            if (!wrong.isEmpty()) {
                System.out.println("what happened, seed " + seed + ":");
                trouble.story().forEach(System.out::println);
                System.out.println(wrong.size() + " things are wrong:");
                wrong.stream().limit(SHOWN).forEach(System.out::println);
                new Remains(folder, fleet).keep();
            }
            return wrong.isEmpty();
        }
    }

    /** A run in which nothing happens proves nothing. */
    private static List<String> idle(History history, Trouble trouble) {
        List<String> found = new ArrayList<>();
        if (history.preemptions() == 0) {
            found.add("nobody was preempted");
        }
        if (history.done() == 0 || history.completions() <= history.done()) {
            found.add("too little was seen to be complete");
        }
        if (history.openings() == 0) {
            found.add("no gate was opened");
        }
        for (String fault : List.of("service killed", "API server killed", "store put back")) {
            if (!trouble.counts().containsKey(fault)) {
                found.add("it never happened that a " + fault);
            }
        }
        return found;
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

    /** What is still not as it should be when nothing gets better any more. */
    private static List<String> settled(ProcessFleet fleet, Crowd crowd) {
        Instant deadline = Instant.now().plus(SETTLING);
        int fewest = Integer.MAX_VALUE;
        while (true) {
            List<String> missing = AtRest.missing(fleet, crowd);
            fleet.services().forEach((name, service) -> {
                if (!service.isAlive()) {
                    missing.add(service.end());
                } else if (!service.isReady()) {
                    missing.add(name + " is not ready");
                }
            });
            if (missing.size() < fewest) {
                fewest = missing.size();
                deadline = Instant.now().plus(SETTLING);
            }
            if (missing.isEmpty() || Instant.now().isAfter(deadline)) {
                return missing;
            }
            Pause.ofMillis(1000);
        }
    }
}
