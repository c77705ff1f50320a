package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What ran where and when, as the API servers of the workers showed it, and what must not be among it: one task in two
 * clusters at once, and a task again that was complete. What a store that was put back has forgotten is excused.
 */
final class History {
    /** A cluster needs time to stop what it was told to stop. */
    private static final Duration STOPPING = Duration.ofSeconds(10);
    /** After this time, whoever reads a restored API server knows what it holds. */
    private static final Duration RECOVERY = Duration.ofSeconds(40);

    private record Span(Instant from, Instant to) {
        boolean contains(Instant time) {
            return !time.isBefore(from) && !time.isAfter(to);
        }
    }

    /** One pod's run; without an end while it goes on. */
    private static final class Run {
        private final String task;
        private final String cluster;
        private final Instant from;
        private @Nullable Instant to;

        Run(String task, String cluster, Instant from) {
            this.task = task;
            this.cluster = cluster;
            this.from = from;
        }

        @Override
        public String toString() {
            return cluster + " from " + from + " to " + to;
        }
    }

    private record Completion(String cluster, String job, Instant at) {}

    private final Gates gates = new Gates(this::isExcused);
    private final Map<String, Run> runs = new LinkedHashMap<>();
    private final Map<String, Completion> completions = new LinkedHashMap<>();
    private final Map<String, Instant> done = new LinkedHashMap<>();
    private final Map<String, Instant> evictions = new LinkedHashMap<>();
    private final Map<String, Instant> faultsBegun = new LinkedHashMap<>();
    private final Map<String, List<Span>> faults = new LinkedHashMap<>();
    private final Map<String, List<Span>> losses = new LinkedHashMap<>();
    private final List<Run[]> overlapping = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int forgotten;

    synchronized void observe(Site site, WatchEvent event) {
        ApiObject object = new ApiObject(event.object());
        if (site.name().equals(ProcessFleet.MANAGER)) {
            local(object);
            return;
        }
        boolean isGone = event.type() == WatchEvent.Type.DELETED;
        switch (object.kind()) {
            case "Pod" -> pod(site.name(), object, isGone);
            case "Job" -> job(site.name(), object, isGone);
            case "Workload" -> gates.observe(site.name(), object, isGone);
            default -> {}
        }
    }

    /** In the manager: a task that is complete there is done; one that was evicted there may start over elsewhere. */
    private void local(ApiObject object) {
        if (object.kind().equals("Job") && object.isConditionTrue("Complete")) {
            done.putIfAbsent(object.name(), Instant.now());
        }
        if (object.kind().equals("Workload") && object.isConditionTrue("Evicted")) {
            object.ownerReferences().forEach(owner -> evictions.put(owner.name(), Instant.now()));
        }
    }

    private void pod(String cluster, ApiObject pod, boolean isGone) {
        String phase = pod.text("status", "phase");
        boolean runsNow = phase.equals("Running") && !isGone;
        Run known = runs.get(cluster + " " + pod.uid());
        if (runsNow && known == null) {
            begins(cluster, pod);
        } else if (!runsNow && known != null && known.to == null) {
            known.to = Instant.now();
        }
    }

    private void begins(String cluster, ApiObject pod) {
        Map<String, String> labels = pod.labels();
        String task = labels.getOrDefault(
                "kueue.x-k8s.io/pod-group-name", labels.getOrDefault("batch.kubernetes.io/job-name", pod.name()));
        String job = labels.getOrDefault("batch.kubernetes.io/controller-uid", "");
        Run run = new Run(task, cluster, Instant.now());
        runs.put(cluster + " " + pod.uid(), run);
        Completion complete = completions.get(task);
        if (complete != null
                && !complete.job().equals(job)
                && !isEvictedUnseen(task, complete)
                && !isExcused(complete.cluster(), complete.at())
                && !isExcused(cluster, run.from)) {
            violations.add("runs again: " + task + " in " + run + ", after it was complete: " + complete);
        }
        Instant doneBefore = done.get(task);
        if (doneBefore != null && !isExcused(cluster, run.from)) {
            violations.add("runs again: " + task + " in " + run + ", after the manager said at " + doneBefore
                    + " that it is complete");
        }
        for (Run other : runs.values()) {
            if (other.task.equals(task) && !other.cluster.equals(cluster) && other.to == null) {
                overlapping.add(new Run[] {other, run});
            }
        }
    }

    /** The manager evicted it after it was complete, and had not heard of that yet: its cluster was out of reach. */
    private boolean isEvictedUnseen(String task, Completion complete) {
        Instant evicted = evictions.get(task);
        return evicted != null
                && !done.containsKey(task)
                && evicted.plus(STOPPING).isAfter(complete.at())
                && (faultsBegun.containsKey(complete.cluster())
                        || faults.getOrDefault(complete.cluster(), List.of()).stream()
                                .anyMatch(span -> span.contains(complete.at()) || span.contains(evicted)));
    }

    private void job(String cluster, ApiObject job, boolean isGone) {
        if (!isGone && job.isConditionTrue("Complete")) {
            completions.putIfAbsent(job.name(), new Completion(cluster, job.uid(), Instant.now()));
        }
    }

    synchronized void faultBegins(String cluster) {
        faultsBegun.put(cluster, Instant.now());
    }

    synchronized void faultEnds(String cluster) {
        Instant from = faultsBegun.remove(cluster);
        faults.computeIfAbsent(cluster, unseen -> new ArrayList<>())
                .add(new Span(from == null ? Instant.EPOCH : from, Instant.now().plus(STOPPING)));
    }

    /** The store of that cluster has forgotten what happened in this time. */
    synchronized void lost(String cluster, Instant from, Instant to) {
        losses.computeIfAbsent(cluster, unseen -> new ArrayList<>()).add(new Span(from, to.plus(RECOVERY)));
    }

    /** What goes on in that cluster is read from the beginning: what ended meanwhile is never said to have ended. */
    synchronized void begunAgain(String cluster) {
        Instant now = Instant.now();
        runs.values().stream()
                .filter(run -> run.cluster.equals(cluster) && run.to == null)
                .forEach(run -> run.to = now);
        forgotten += runs.size();
        runs.values().removeIf(run -> run.cluster.equals(cluster));
        forgotten -= runs.size();
        gates.begunAgain(cluster, now);
    }

    private boolean isExcused(String cluster, Instant time) {
        return losses.getOrDefault(cluster, List.of()).stream().anyMatch(loss -> loss.contains(time));
    }

    /** What must not have happened. */
    synchronized List<String> violations() {
        List<String> found = new ArrayList<>(violations);
        for (Run[] pair : overlapping) {
            Duration together = together(pair[0], pair[1]);
            if (together.compareTo(STOPPING) > 0
                    && !isExcused(pair[0].cluster, pair[1].from)
                    && !isExcused(pair[1].cluster, pair[1].from)) {
                found.add("runs in two clusters for " + together.toSeconds() + " s: " + pair[0].task + " in " + pair[0]
                        + " and " + pair[1]);
            }
        }
        found.addAll(gates.violations());
        return found;
    }

    /** How long both ran while neither cluster was at fault: a cluster out of reach can not be told to stop. */
    private Duration together(Run one, Run other) {
        Instant now = Instant.now();
        Instant end = earlier(one.to == null ? now : one.to, other.to == null ? now : other.to);
        long seconds = 0;
        for (Instant time = other.from; time.isBefore(end); time = time.plusSeconds(1)) {
            Instant at = time;
            boolean atFault = Stream.concat(
                            faults.getOrDefault(one.cluster, List.of()).stream(),
                            faults.getOrDefault(other.cluster, List.of()).stream())
                    .anyMatch(span -> span.contains(at));
            seconds += atFault ? 0 : 1;
        }
        return Duration.ofSeconds(seconds);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    synchronized int runs() {
        return forgotten + runs.size();
    }

    synchronized int openings() {
        return gates.openings();
    }

    synchronized int preemptions() {
        return gates.preemptions();
    }
}
