package dev.turnstile.proof.world;

import dev.turnstile.proof.api.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/** Makes a scenario of a seed. */
public final class Scenarios {
    private static final String STANDBY = "-standby";
    private static final List<String> PRIORITIES = List.of("low", "middle", "high");
    private static final List<String> GATES = List.of(World.ORCHESTRATED, "PrioritizePreemptorWorkloads");
    private static final List<String> POLICIES = List.of("None", "Hold", "HoldAndDrain");

    private final SplittableRandom random;
    private final List<Scenario.Event> events = new ArrayList<>();
    private final List<Scenario.Queue> queues = new ArrayList<>();
    private final int length;
    private final List<String> clusters = new ArrayList<>();
    private String home = "";
    private int jobs;

    private Scenarios(long seed) {
        random = new SplittableRandom(seed);
        length = 30 + random.nextInt(150);
    }

    /** The scenario of a seed. */
    public static Scenario of(long seed) {
        return new Scenarios(seed).make(seed);
    }

    private Scenario make(long seed) {
        int count = 1 + random.nextInt(3);
        String cohort = random.nextInt(4) == 0 ? "" : "all";
        for (int i = 0; i < count; i++) {
            queues.add(new Scenario.Queue(
                    "q" + i,
                    cohort,
                    2 + random.nextInt(8),
                    random.nextBoolean() ? "BestEffortFIFO" : "StrictFIFO",
                    pick(List.of("Never", "LowerPriority", "LowerOrNewerEqualPriority")),
                    pick(List.of("Never", "LowerPriority", "Any")),
                    pick(List.of("Never", "LowerPriority"))));
        }
        boolean managed = random.nextInt(10) < 6;
        Scenario.Setting setting = new Scenario.Setting(
                managed,
                managed ? 2 + random.nextInt(2) : 1,
                random.nextInt(4) == 0 ? 2 : 1,
                random.nextInt(4) == 0,
                random.nextInt(3) > 0,
                List.copyOf(queues));
        home = managed ? World.MANAGER : "worker1";
        clusters.addAll(setting.workerNames());
        if (managed) {
            clusters.add(World.MANAGER);
        }
        int wanted = 6 + random.nextInt(19);
        for (int i = 0; i < wanted; i++) {
            job();
        }
        for (int i = random.nextInt(8); i > 0; i--) {
            at(user());
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            at(fault(setting));
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            at(rarer(setting));
        }
        if (setting.replicas() > 1) {
            takeover(setting);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            scene(setting);
        }
        events.sort(Comparator.comparing(Scenario.Event::at));
        return new Scenario(seed, setting, List.copyOf(events));
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Duration moment() {
        return Duration.ofMillis(random.nextInt(length * 1000));
    }

    private Duration upTo(int seconds) {
        return Duration.ofMillis(1 + random.nextInt(seconds * 1000));
    }

    private void at(Act act) {
        // What happens while much is under way finds more to disturb.
        Duration at = random.nextInt(3) == 0 ? burst().plus(upTo(6)) : moment();
        events.add(new Scenario.Event(at, act));
    }

    /** When many jobs are created. */
    private Duration burst() {
        return Duration.ofSeconds(length / 3);
    }

    /**
     * One replica hears nothing, and the other dies: where that one led, the lease is taken by the one that is behind.
     */
    private void takeover(Scenario.Setting setting) {
        String cluster = pick(clusters);
        String one = service(setting, cluster);
        boolean standby = one.endsWith(STANDBY);
        String other = standby ? one.substring(0, one.length() - STANDBY.length()) : one + STANDBY;
        Duration silent = burst().plus(upTo(length));
        events.add(new Scenario.Event(
                silent, new Act.Silence(one, cluster, Duration.ofSeconds(20).plus(upTo(40)))));
        events.add(new Scenario.Event(silent.plus(upTo(10)), new Act.Crash(other)));
    }

    /** Several things that matter only together. */
    private void scene(Scenario.Setting setting) {
        String worker = pick(setting.workerNames());
        Duration at = random.nextBoolean() ? burst() : moment();
        int which = random.nextInt(setting.managed() ? 11 : 7);
        switch (which) {
            case 5 -> atMoment(at, Act.Moment.QUOTA_RESERVED, Act.Mishap.UNANSWERED, Duration.ZERO, 6);
            case 6 ->
                atMoment(
                        at,
                        Act.Moment.QUOTA_RESERVED,
                        Act.Mishap.ANSWERED_LATE_AND_QUEUE_STOPPED,
                        Duration.ofSeconds(1),
                        6);
            case 0 -> stoppedWhileWritesAreSlow(worker, at);
            case 1 -> {
                // What nobody was answered is not seen for a while either.
                int share = 200 + random.nextInt(400);
                Weather deaf = new Weather(Weather.FAIR.latency(), 0, share, 0, 0, 0, Duration.ofSeconds(5));
                events.add(new Scenario.Event(at, new Act.Storm(worker, worker, deaf, upTo(30))));
            }
            case 2 -> events.add(new Scenario.Event(at, new Act.NoCredentials(worker, worker, upTo(30))));
            case 3 -> events.add(new Scenario.Event(at, new Act.Freeze(service(setting, worker), upTo(40))));
            case 4 -> {
                for (int i = 1 + random.nextInt(4); i > 0; i--) {
                    events.add(new Scenario.Event(
                            at.plus(upTo(10)),
                            new Act.CreateWorkload(
                                    worker,
                                    "workload" + jobs++,
                                    pick(queues).name(),
                                    pick(PRIORITIES),
                                    1 + random.nextInt(4),
                                    Duration.ofSeconds(10).plus(upTo(120)))));
                }
            }
            default -> managedScene(which, at, worker);
        }
    }

    /** Those that need a manager. */
    private void managedScene(int which, Duration at, String worker) {
        switch (which) {
            case 7 -> {
                if (random.nextBoolean()) {
                    // It takes several attempts before that.
                    Weather lossy = new Weather(
                            Weather.FAIR.latency(), 300 + random.nextInt(500), 0, 0, 0, 0, Weather.FAIR.watchLag());
                    events.add(new Scenario.Event(at, new Act.Storm(World.MANAGER, worker, lossy, upTo(60))));
                }
                atMoment(at, Act.Moment.GATE_OPENED, Act.Mishap.CUT, Duration.ofSeconds(10), 50);
            }
            case 8 ->
                atMoment(
                        at,
                        Act.Moment.REPLICA_EVICTED,
                        pick(List.of(Act.Mishap.CUT, Act.Mishap.SILENCE)),
                        Duration.ofSeconds(20),
                        50);
            case 9 ->
                atMoment(at, Act.Moment.REMOTE_JOB_STARTED, Act.Mishap.CUT_AND_RESTARTED, Duration.ofSeconds(4), 6);
            default ->
                atMoment(
                        at,
                        Act.Moment.REMOTE_JOB_ENDED,
                        Act.Mishap.CUT_AND_REPLICA_DELETED,
                        Duration.ofSeconds(10),
                        50);
        }
    }

    private void atMoment(Duration at, Act.Moment moment, Act.Mishap mishap, Duration least, int more) {
        events.add(new Scenario.Event(
                at, new Act.AtMoment(moment, 1 + random.nextInt(4), mishap, least.plus(upTo(more)))));
    }

    /** Somebody stops a queue while admissions are decided faster than they are written. */
    private void stoppedWhileWritesAreSlow(String worker, Duration at) {
        Weather slow = Weather.FAIR.slow(Duration.ofMillis(200).plus(upTo(3)));
        events.add(new Scenario.Event(at, new Act.Storm(worker, worker, slow, upTo(40))));
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            String queue = pick(queues).name();
            Duration stopped = at.plus(upTo(20));
            boolean local = random.nextBoolean();
            String policy = pick(List.of("Hold", "HoldAndDrain"));
            events.add(new Scenario.Event(stopped, stop(local, worker, queue, policy)));
            events.add(new Scenario.Event(stopped.plus(upTo(20)), stop(local, worker, queue, "None")));
        }
    }

    private static Act stop(boolean local, String worker, String queue, String policy) {
        return local ? new Act.StopLocalQueue(worker, queue, policy) : new Act.StopClusterQueue(worker, queue, policy);
    }

    private void job() {
        // Many at once as often as one by one.
        Duration at = random.nextBoolean() ? burst() : moment();
        events.add(new Scenario.Event(
                at,
                new Act.CreateJob(
                        home,
                        "job" + jobs++,
                        pick(queues).name(),
                        pick(PRIORITIES),
                        1 + random.nextInt(3),
                        1 + random.nextInt(3),
                        1 + random.nextInt(40))));
    }

    private String anyJob() {
        return "job" + random.nextInt(jobs);
    }

    private Act user() {
        String cluster = pick(clusters);
        String queue = pick(queues).name();
        return switch (random.nextInt(10)) {
            case 0 -> new Act.DeleteJob(home, anyJob());
            case 1 -> new Act.SetPriority(home, anyJob(), pick(PRIORITIES));
            case 2 -> new Act.SetActive(home, anyJob(), random.nextInt(3) > 0);
            case 3 -> new Act.StopClusterQueue(cluster, queue, pick(POLICIES));
            case 4 -> new Act.StopLocalQueue(cluster, queue, pick(POLICIES));
            case 5 -> new Act.SetQuota(cluster, queue, 1 + random.nextInt(10));
            case 6 -> new Act.SetCohort(cluster, queue, random.nextBoolean() ? "all" : "");
            case 7 -> new Act.FlavorGone(cluster, "default", upTo(30));
            case 8 -> new Act.DeleteWorkload(cluster, anyJob());
            default -> new Act.CreateJob(home, anyJob(), queue, pick(PRIORITIES), 1, 1, 5);
        };
    }

    /** What users and administrators do more seldom. */
    private Act rarer(Scenario.Setting setting) {
        String worker = pick(setting.workerNames());
        return switch (random.nextInt(setting.managed() ? 7 : 3)) {
            case 0 -> new Act.SetTtl(home, anyJob(), random.nextInt(30));
            case 1 -> new Act.SetPriorityValue(pick(clusters), pick(PRIORITIES), random.nextInt(200));
            case 2 -> new Act.SwitchGate(service(setting, pick(clusters)), pick(GATES), random.nextBoolean());
            case 3 -> new Act.DeleteJob(worker, anyJob());
            case 4 -> new Act.ReplaceCredentials(worker);
            case 5 -> new Act.Unconfigured(worker, upTo(60));
            default -> new Act.ClusterGone(worker, upTo(30));
        };
    }

    private Act fault(Scenario.Setting setting) {
        String cluster = pick(clusters);
        String service = service(setting, cluster);
        return switch (random.nextInt(16)) {
            case 0, 1, 2 -> new Act.Storm(service, cluster, weather(), upTo(60));
            case 3 -> new Act.Cut(service, cluster, upTo(90));
            case 4 -> new Act.Refuse(service, cluster, upTo(30));
            case 5 -> new Act.Silence(service, cluster, upTo(60));
            case 6 -> new Act.BreakStreams(service, cluster);
            case 7 -> new Act.Compact(cluster);
            case 8 -> new Act.Pages(service, cluster, 1 + random.nextInt(5));
            case 9 -> new Act.Crash(service);
            case 10, 11, 12 -> new Act.CrashAtWrite(service, cluster, 1 + random.nextInt(30), random.nextBoolean());
            case 13 ->
                new Act.ClockJump(
                        random.nextBoolean() ? service : cluster, Duration.ofMillis(random.nextInt(120_000) - 60_000));
            case 15 -> new Act.Restore(cluster, upTo(60));
            default -> new Act.SlowStops(cluster, upTo(60));
        };
    }

    /** One of those that use the cluster. */
    private String service(Scenario.Setting setting, String cluster) {
        boolean manager = setting.managed() && random.nextBoolean();
        String name = manager ? World.MANAGER : cluster.equals(World.MANAGER) ? "manager-worker" : cluster;
        return setting.replicas() > 1 && random.nextInt(3) == 0 ? name + STANDBY : name;
    }

    private Weather weather() {
        int share = 1 + random.nextInt(200);
        Weather fair = Weather.FAIR;
        return switch (random.nextInt(6)) {
            case 0 -> new Weather(upTo(2), 0, 0, 0, 0, 0, fair.watchLag());
            case 1 -> new Weather(fair.latency(), share, share, 0, 0, 0, fair.watchLag());
            case 2 -> new Weather(fair.latency(), 0, 0, share, share, 0, fair.watchLag());
            case 3 -> new Weather(fair.latency(), 0, 0, 0, 0, share, fair.watchLag());
            case 4 -> new Weather(fair.latency(), 0, 0, 0, 0, 0, upTo(5));
            default -> new Weather(upTo(1), share / 4, share / 4, share / 4, share / 4, share / 4, upTo(3));
        };
    }
}
