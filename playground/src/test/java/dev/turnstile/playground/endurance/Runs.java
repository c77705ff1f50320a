package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Pods that ran: no task in two clusters at once, and no cluster with more than its quota. */
final class Runs {
    /** One pod's run; without an end while it goes on. */
    static final class Run {
        private final String pod;
        private final String task;
        private final String job;
        private final String cluster;
        private final long cpu;
        private final Instant from;
        private @Nullable Instant to;

        private Run(ApiObject pod, String cluster, Instant from) {
            Map<String, String> labels = pod.labels();
            this.pod = pod.uid();
            this.task = labels.getOrDefault(
                    "kueue.x-k8s.io/pod-group-name", labels.getOrDefault("batch.kubernetes.io/job-name", pod.name()));
            this.job = labels.getOrDefault("batch.kubernetes.io/controller-uid", "");
            this.cluster = cluster;
            this.cpu = pod.list("spec", "containers").stream()
                    .mapToLong(container -> Long.parseLong(Json.text(container, "resources", "requests", "cpu")))
                    .sum();
            this.from = from;
        }

        String task() {
            return task;
        }

        /** Uid of the Job; empty for a pod without one. */
        String job() {
            return job;
        }

        String cluster() {
            return cluster;
        }

        Instant from() {
            return from;
        }

        private boolean ranThroughout(Instant begin, Instant end) {
            return !from.isAfter(begin) && (to == null || to.isAfter(end));
        }

        @Override
        public String toString() {
            return cluster + " from " + from + (to == null ? "" : " to " + to);
        }
    }

    private final Faults faults;
    private final Map<String, Run> going = new HashMap<>();
    private final Map<String, Instant> begun = new HashMap<>();
    private final List<Run> all = new ArrayList<>();
    private final Map<String, Set<String>> succeeded = new HashMap<>();

    Runs(Faults faults) {
        this.faults = faults;
    }

    void pod(String cluster, ApiObject pod, boolean isGone, Instant now) {
        String phase = pod.text("status", "phase");
        boolean runsNow = phase.equals("Running") && !isGone;
        String key = cluster + " " + pod.uid();
        Run known = going.get(key);
        if (runsNow && known == null) {
            Run run = new Run(pod, cluster, since(cluster, pod, now));
            going.put(key, run);
            all.add(run);
        } else if (!runsNow && known != null) {
            known.to = now;
            going.remove(key);
        }
        if (phase.equals("Succeeded")) {
            succeeded
                    .computeIfAbsent(new Run(pod, cluster, now).task, unseen -> new HashSet<>())
                    .add(pod.uid());
        }
    }

    /** An event may be late, and a pod of a store that was put back has been there before. */
    private Instant since(String cluster, ApiObject pod, Instant now) {
        Instant started = pod.list("status", "containerStatuses").stream()
                .map(container -> Json.text(container, "state", "running", "startedAt"))
                .filter(time -> !time.isEmpty())
                .map(Instant::parse)
                .findFirst()
                .orElse(now);
        Instant read = begun.getOrDefault(cluster, Instant.MIN);
        return started.isBefore(read) ? read : started;
    }

    /** That cluster is read from the beginning: what ended meanwhile is never reported. */
    void begunAgain(String cluster, Instant now) {
        begun.put(cluster, now);
        for (Map.Entry<String, Run> each : List.copyOf(going.entrySet())) {
            if (each.getValue().cluster.equals(cluster)) {
                each.getValue().to = now;
                going.remove(each.getKey());
            }
        }
    }

    List<Run> all() {
        return all;
    }

    int count() {
        return (int) all.stream().map(run -> run.pod).distinct().count();
    }

    /** How many pods of that task were seen to succeed. */
    int succeeded(String task) {
        return succeeded.getOrDefault(task, Set.of()).size();
    }

    List<String> violations(Instant now) {
        List<String> found = new ArrayList<>();
        Map<String, List<Run>> byTask = new HashMap<>();
        Map<String, List<Run>> byCluster = new HashMap<>();
        for (Run run : all) {
            byTask.computeIfAbsent(run.task, unseen -> new ArrayList<>()).add(run);
            byCluster.computeIfAbsent(run.cluster, unseen -> new ArrayList<>()).add(run);
        }
        byTask.values().forEach(runs -> inTwoClusters(runs, now, found));
        byCluster.forEach((cluster, runs) -> beyondQuota(cluster, runs, now, found));
        return found;
    }

    private void inTwoClusters(List<Run> runs, Instant now, List<String> found) {
        for (int i = 0; i < runs.size(); i++) {
            for (Run other : runs.subList(i + 1, runs.size())) {
                Run one = runs.get(i);
                if (!one.cluster.equals(other.cluster)) {
                    Duration together = together(one, other, now);
                    if (together.compareTo(Faults.STOPPING) > 0) {
                        found.add("runs in two clusters for " + together.toSeconds() + " s: " + one.task + " in " + one
                                + " and " + other);
                    }
                }
            }
        }
    }

    /** How long both ran while neither cluster was at fault: a job in a cluster out of reach cannot be stopped. */
    private Duration together(Run one, Run other, Instant now) {
        Instant begin = one.from.isAfter(other.from) ? one.from : other.from;
        Instant end = earlier(one.to == null ? now : one.to, other.to == null ? now : other.to);
        long seconds = 0;
        for (Instant time = begin; time.isBefore(end); time = time.plusSeconds(1)) {
            seconds += isExcused(one.cluster, time, time) || isExcused(other.cluster, time, time) ? 0 : 1;
        }
        return Duration.ofSeconds(seconds);
    }

    /** Somebody who was preempted may still be stopping: what ran at two times that far apart counts. */
    private void beyondQuota(String cluster, List<Run> runs, Instant now, List<String> found) {
        for (Run last : runs) {
            Instant begin = last.from;
            Instant end = begin.plus(Faults.STOPPING);
            long cpu = runs.stream()
                    .filter(run -> run.ranThroughout(begin, earlier(end, now)))
                    .mapToLong(run -> run.cpu)
                    .sum();
            if (cpu > ProcessFleet.WORKERS_CPU && !isExcused(cluster, begin, end)) {
                found.add(cluster + " runs pods of " + cpu + " cpu from " + begin + " on, the last of them of "
                        + last.task);
            }
        }
    }

    private boolean isExcused(String cluster, Instant from, Instant to) {
        return faults.isAtFault(cluster, from, to)
                || faults.isForgotten(cluster, from)
                || faults.isForgotten(cluster, to);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
