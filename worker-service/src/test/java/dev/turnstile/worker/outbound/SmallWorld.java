package dev.turnstile.worker.outbound;

import static dev.turnstile.worker.outbound.SmallApi.key;

import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.LocalQueue;
import dev.turnstile.core.cycle.OpenAssumption;
import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SchedulingOptions;
import dev.turnstile.core.cycle.WorkloadPlace;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.config.Resources;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.ResourceFlavor;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Watched;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.audit.DirectBooks;
import dev.turnstile.worker.audit.PlaceCheck;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.enqueue.PreEnqueueGates;
import dev.turnstile.worker.inbound.Quotas;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.state.CacheSources;
import dev.turnstile.worker.state.Change;
import dev.turnstile.worker.state.ClusterCache;
import dev.turnstile.worker.state.Inbox;
import dev.turnstile.worker.state.SchedulerLoop;
import io.kubernetes.client.openapi.ApiClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The production scheduler, cache and loop between an API, a writer, jobs and users, of which somebody else chooses
 * each step. One ClusterQueue with four cpus, in which higher priority preempts.
 */
final class SmallWorld {
    static final int QUOTA = 4;

    private static final YAMLMapper YAML = YAMLMapper.builder().build();
    private static final dev.turnstile.core.hierarchy.ResourceFlavor FLAVOR =
            Quotas.flavor(read("{metadata: {name: default}}", ResourceFlavor.class));
    private static final dev.turnstile.core.hierarchy.ClusterQueue QUEUE = queue(false);
    private static final dev.turnstile.core.hierarchy.ClusterQueue STOPPED_QUEUE = queue(true);

    /** How often each kind of thing may happen. */
    record Budget(int turns, int faults, int events, int repeats, int stops) {
        /** With a ClusterQueue that nobody stops. */
        Budget(int turns, int faults, int events, int repeats) {
            this(turns, faults, events, repeats, 0);
        }
    }

    /** Something that may happen next. */
    record Step(String name, Runnable run) {}

    final SmallApi api = new SmallApi();
    final ClusterCache cache;
    private final SchedulerLoop loop;
    private final SmallWriter writer;
    private final PreEnqueueGates gates;
    private final PlaceCheck check;
    private final Set<ObjectKey> changes = new LinkedHashSet<>();
    private final Set<String> held = new LinkedHashSet<>();
    private final Set<String> arriving = new LinkedHashSet<>();
    private final PreEnqueue bean = new Holding();
    private Instant now = Instant.parse("2026-11-01T12:00:00Z");
    private int turns;
    private int events;
    private int stops;
    private boolean stopped;
    private boolean stopNoted;

    private final class Holding implements PreEnqueue {
        @Override
        public String name() {
            return "held";
        }

        @Override
        public Set<Wake> wakes() {
            return Set.of(Wake.WORKLOAD);
        }

        @Override
        public Optional<Wait> hold(Workload workload) {
            return held.contains(workload.metadata().getName())
                    ? Optional.of(new Wait.OnHold(Message.of("held")))
                    : Optional.empty();
        }
    }

    SmallWorld(Budget budget, List<String> present, List<String> later) {
        turns = budget.turns();
        events = budget.events();
        stops = budget.stops();
        Stores stores = api.stores();
        var surroundings = stores.surroundings(new ResourceRules(new Resources(List.of(), List.of())));
        gates = new PreEnqueueGates(List.of(bean), (_, _) -> {});
        cache = new ClusterCache(
                new CacheSources(stores, surroundings, gates, _ -> false),
                SchedulingOptions.DEFAULT,
                () -> now,
                new Unheard(),
                (_, _) -> {});
        writer = new SmallWriter(
                api,
                new DecidedStatus(surroundings, (_, _) -> List.of()),
                () -> now,
                name -> stopNoted || (held.contains(name) && !changes.contains(key(name))),
                budget);
        DirectBooks books = new DirectBooks(cache, now, writer::inHand);
        check = new PlaceCheck(
                new HttpApiConnection(new ApiClient()), stores, surroundings, gates, books, Threads.system());
        loop = new SchedulerLoop(cache, writer, () -> true, () -> false, () -> now, List.of());
        Scheduler scheduler = cache.scheduler();
        scheduler.put(FLAVOR);
        scheduler.put(QUEUE);
        scheduler.putNamespace("team", Map.of());
        Watched.shows(stores.localQueues(), (ObjectNode)
                YAML.readTree("{metadata: {namespace: team, name: main, uid: main, resourceVersion: '1'},"
                        + " spec: {clusterQueue: cq}}"));
        scheduler.put(new LocalQueue("team", "main", "cq", false), now);
        api.store().listen((key, _, _) -> changes.add(key));
        present.forEach(this::arrive);
        arriving.addAll(later);
    }

    private static dev.turnstile.core.hierarchy.ClusterQueue queue(boolean stopped) {
        String yaml = "{metadata: {name: cq}, spec: {namespaceSelector: {}, preemption: {withinClusterQueue:"
                + " LowerPriority}, resourceGroups: [{coveredResources: [cpu], flavors: [{name: default,"
                + " resources: [{name: cpu, nominalQuota: 4}]}]}]}}";
        return Quotas.clusterQueue(read(yaml, ClusterQueue.class), stopped);
    }

    private static <T> T read(String yaml, Class<T> type) {
        return KubernetesJson.read((ObjectNode) YAML.readTree(yaml), type);
    }

    /** {@code name:cpu:priority}. */
    private void arrive(String spec) {
        String[] parts = spec.split(":", -1);
        api.create(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        api.show(parts[0]);
        arriving.remove(spec);
    }

    Set<String> held() {
        return held;
    }

    Instant now() {
        return now;
    }

    static WorkloadKey core(String name) {
        return new WorkloadKey("team", name);
    }

    /** Everything that may happen next, within the budget. */
    List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        if (turns > 0) {
            steps.add(new Step("turn", () -> {
                turns--;
                turn();
            }));
            Instant due = cache.scheduler().nextDue();
            if (due != null && due.isAfter(now)) {
                steps.add(new Step("time", () -> {
                    turns--;
                    passTime();
                }));
            }
        }
        writer.steps(steps);
        if (stops > 0) {
            steps.add(new Step(stopped ? "restart the queue" : "stop the queue", () -> {
                stops--;
                stopped = !stopped;
            }));
        }
        arriving.forEach(spec -> steps.add(new Step("arrive " + spec, () -> arrive(spec))));
        for (String name : known()) {
            objects(steps, name);
        }
        return steps;
    }

    /** Does one of the steps that may happen next. */
    SmallWorld then(String... names) {
        for (String name : names) {
            steps().stream()
                    .filter(step -> step.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(name + " is none of "
                            + steps().stream().map(Step::name).toList()))
                    .run()
                    .run();
        }
        return this;
    }

    /** What writes its decisions. */
    SmallWriter writer() {
        return writer;
    }

    Set<String> known() {
        Set<String> names = new LinkedHashSet<>(api.names());
        api.store()
                .all()
                .forEach(workload -> names.add(WorkloadFacts.key(workload).name()));
        return names;
    }

    /** Unfinished workloads of which the state's thread has taken note. */
    List<String> noted() {
        return known().stream()
                .filter(name -> !changes.contains(key(name)))
                .filter(name -> {
                    Workload workload = api.store().get(key(name));
                    return workload != null && !WorkloadFacts.finished(workload);
                })
                .toList();
    }

    /** Whether the store shows that a workload holds quota, and is being evicted where that is asked. */
    boolean shows(String name, boolean evicting) {
        Workload workload = api.store().get(key(name));
        return changes.contains(key(name))
                || (workload != null
                        && WorkloadFacts.reserved(workload)
                        && (!evicting || WorkloadFacts.evicted(workload)));
    }

    private void objects(List<Step> steps, String name) {
        if (api.known(name) != api.version(name)) {
            steps.add(new Step("watch " + name, () -> api.show(name)));
        }
        Workload workload = api.find(name);
        if (workload == null) {
            return;
        }
        if (api.holds(name) && WorkloadFacts.evicted(workload)) {
            steps.add(new Step("stops " + name, () -> stop(name)));
        }
        if (events > 0) {
            steps.add(event("touch " + name, () -> api.touch(name)));
            steps.add(event("delete " + name, () -> api.delete(name)));
            steps.add(event(held.contains(name) ? "free " + name : "hold " + name, () -> hold(name)));
            if (api.holds(name)) {
                steps.add(
                        event("finish " + name, () -> api.write(name, Transitions.finished(workload, "Ok", "", now))));
            }
        }
    }

    private Step event(String name, Runnable run) {
        return new Step(name, () -> {
            events--;
            run.run();
        });
    }

    private void hold(String name) {
        if (!held.remove(name)) {
            held.add(name);
        }
        changes.add(key(name));
    }

    void stop(String name) {
        api.write(name, Transitions.released(api.get(name), now));
    }

    /** The state's thread takes note of everything and gives the loop its turn. */
    void turn() {
        List<ObjectKey> noted = List.copyOf(changes);
        changes.clear();
        for (ObjectKey key : noted) {
            cache.note(new Change.OfWorkload(key));
            if (!held.isEmpty()) {
                cache.note(new Change.OfAnswer(key, bean));
            }
        }
        if (stopNoted != stopped) {
            stopNoted = stopped;
            cache.scheduler().put(stopped ? STOPPED_QUEUE : QUEUE);
        }
        writer.tell(cache.results());
        var _ = loop.turn(Inbox.EMPTY);
    }

    void passTime() {
        Instant due = cache.scheduler().nextDue();
        if (due != null && due.isAfter(now)) {
            now = due;
        }
        turn();
    }

    /** What one pass of the audit finds; only what the state's thread has taken note of is compared. */
    List<Finding> audit() {
        try {
            return check.findings(now).stream()
                    .filter(finding -> !changes.contains(finding.subject()))
                    .toList();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether anything is still under way. */
    boolean busy() {
        return writer.busy() || !changes.isEmpty() || stopNoted != stopped;
    }

    /** Everything that is under way ends well. */
    void settle() {
        List.copyOf(arriving).forEach(this::arrive);
        stopped = false;
        writer.settle();
        known().forEach(api::show);
        api.names().stream()
                .filter(name -> api.holds(name) && WorkloadFacts.evicted(api.get(name)))
                .toList()
                .forEach(this::stop);
        known().forEach(api::show);
        passTime();
    }

    /** What distinguishes this state of the world from others. */
    String fingerprint() {
        StringBuilder text = new StringBuilder();
        Scheduler scheduler = cache.scheduler();
        for (String name : known()) {
            WorkloadKey core = core(name);
            OpenAssumption open = scheduler.assumption(core);
            WorkloadPlace place = scheduler.place(core);
            var own = scheduler.workload(core);
            text.append(name)
                    .append(api.look(api.find(name)))
                    .append(api.look(api.store().get(key(name))))
                    .append(api.known(name) == api.version(name))
                    .append(place == null ? "-" : place.getClass().getSimpleName())
                    .append(own != null && own.evicting())
                    .append(scheduler.competes(core));
            if (open != null) {
                text.append(open.assumption().getClass().getSimpleName())
                        .append(open.evictionFollows())
                        .append(open.assumption().begun())
                        .append(open.at() == null ? "" : open.at().toEpochMilli() - now.toEpochMilli());
            }
            var pause = scheduler.pause(core);
            text.append(
                            pause == null
                                    ? ""
                                    : pause.failures() + "/" + (pause.until().toEpochMilli() - now.toEpochMilli()))
                    .append(';');
        }
        text.append(writer.fingerprint(this::about));
        changes.forEach(text::append);
        return text.append(held)
                .append(arriving)
                .append(turns)
                .append(events)
                .append(stops)
                .append(stopped)
                .append(stopNoted)
                .toString();
    }

    private String about(Assumption assumption) {
        OpenAssumption open = cache.scheduler().assumption(assumption.key());
        return assumption.key().name()
                + assumption.getClass().getSimpleName()
                + assumption.begun()
                + (open != null && open.assumption() == assumption);
    }
}
