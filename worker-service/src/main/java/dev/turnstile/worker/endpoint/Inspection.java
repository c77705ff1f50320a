package dev.turnstile.worker.endpoint;

import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WritePause;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.waiting.Wait;
import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.gate.PreemptionGates;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.FlavorQuotas;
import dev.turnstile.model.kueue.RequeueState;
import dev.turnstile.model.kueue.ResourceGroup;
import dev.turnstile.model.kueue.ResourceQuota;
import dev.turnstile.model.kueue.SchedulingStats;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.ConditionType;
import dev.turnstile.worker.inbound.Amounts;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.inbound.WorkloadFacts;
import dev.turnstile.worker.inbound.Workloads;
import dev.turnstile.worker.state.Explanation;
import dev.turnstile.worker.state.Overview;
import dev.turnstile.worker.state.Tally;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Answers questions about what a worker sees and would do, and changes nothing. */
public final class Inspection {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int HEADS = 5;

    private final Stores stores;
    private final Supplier<CompletableFuture<Overview>> overviews;
    private final Function<ObjectKey, CompletableFuture<Explanation>> explanations;
    private final Function<String, CompletableFuture<List<ObjectKey>>> waiting;
    private final Function<Workload, Optional<Wait>> held;

    /** Asks these. */
    public Inspection(
            Stores stores,
            Supplier<CompletableFuture<Overview>> overviews,
            Function<ObjectKey, CompletableFuture<Explanation>> explanations,
            Function<String, CompletableFuture<List<ObjectKey>>> waiting,
            Function<Workload, Optional<Wait>> held) {
        this.stores = stores;
        this.overviews = overviews;
        this.explanations = explanations;
        this.waiting = waiting;
        this.held = held;
    }

    private static <T> T now(CompletableFuture<T> answer) {
        return answer.orTimeout(PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    /** How all ClusterQueues stand, by name. */
    public Map<String, Object> queues() {
        Overview overview = now(overviews.get());
        Map<String, Object> queues = new LinkedHashMap<>();
        stores.clusterQueues().all().stream()
                .sorted(Comparator.comparing(
                        queue -> Objects.requireNonNullElse(queue.metadata().getName(), "")))
                .forEach(queue -> {
                    String name = Objects.requireNonNullElse(queue.metadata().getName(), "");
                    queues.put(name, queue(name, queue, overview));
                });
        return queues;
    }

    private Map<String, Object> queue(String name, ClusterQueue queue, Overview overview) {
        Overview.QueueView view = overview.clusterQueues().get(name);
        Tally tally = view == null ? Tally.NONE : view.report().tally();
        int active = view == null ? 0 : view.report().active();
        Map<String, Object> fields = new LinkedHashMap<>();
        Conditions.find(queue.status().conditions(), ConditionType.ACTIVE)
                .ifPresent(condition -> fields.put("active", words(condition)));
        if (view != null && view.parent() != null) {
            fields.put("cohort", view.parent());
            fields.put("weightedShare", view.report().weightedShare());
        }
        fields.put(
                "workloads",
                Map.of(
                        "active", active,
                        "inadmissible", Math.max(0, tally.pending() - active),
                        "held",
                                overview.held().values().stream()
                                        .filter(name::equals)
                                        .count(),
                        "reserving", tally.reserving(),
                        "admitted", tally.admitted()));
        fields.put(
                "heads",
                now(waiting.apply(name)).stream()
                        .limit(HEADS)
                        .map(ObjectKey::toString)
                        .toList());
        fields.put("quota", quota(queue, tally));
        return fields;
    }

    private static List<Map<String, Object>> quota(ClusterQueue queue, Tally tally) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (ResourceGroup group : queue.spec().resourceGroups()) {
            for (FlavorQuotas flavor : group.flavors()) {
                for (ResourceQuota quota : flavor.resources()) {
                    FlavorResource key = new FlavorResource(flavor.name(), quota.name());
                    long reserved = tally.reservation().getOrDefault(key, 0L);
                    long nominal = Amounts.amount(quota.name(), quota.nominalQuota());
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("flavor", flavor.name());
                    row.put("resource", quota.name());
                    row.put("nominal", quota.nominalQuota().toString());
                    row.put("reserved", Amounts.quantity(quota.name(), reserved).toString());
                    row.put(
                            "used",
                            Amounts.quantity(quota.name(), tally.usage().getOrDefault(key, 0L))
                                    .toString());
                    row.put(
                            "borrowed",
                            Amounts.quantity(quota.name(), Math.max(0, reserved - nominal))
                                    .toString());
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    /** Everything about one Workload that says why it does or does not run, or null where there is none. */
    public @Nullable Map<String, Object> workload(String namespace, String name) {
        ObjectKey key = new ObjectKey(namespace, name);
        Workload workload = stores.workloads().get(key);
        if (workload == null) {
            return null;
        }
        Explanation explanation = now(explanations.apply(key));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("workload", key.toString());
        fields.put("localQueue", Objects.requireNonNullElse(workload.spec().queueName(), ""));
        if (explanation.clusterQueue() != null) {
            fields.put("clusterQueue", explanation.clusterQueue());
        }
        fields.put("priority", Workloads.priority(workload));
        fields.put("active", workload.spec().active());
        fields.put("reserved", WorkloadFacts.reserved(workload));
        fields.put("admitted", WorkloadFacts.admitted(workload));
        if (explanation.position() > 0) {
            fields.put("position", explanation.position());
            fields.put("waiting", explanation.waiting());
        }
        WritePause pause = explanation.pause();
        if (pause != null) {
            fields.put("pausedUntil", pause.until().toString());
            fields.put("pausedBecause", pause.problem());
        }
        held.apply(workload)
                .ifPresent(hold -> fields.put("heldBecause", hold.message().text()));
        Outcome outcome = explanation.outcome();
        if (outcome != null) {
            fields.put("now", Reasoning.of(outcome));
        }
        details(workload, fields);
        return fields;
    }

    private static void details(Workload workload, Map<String, Object> fields) {
        Map<String, Object> gates = new LinkedHashMap<>();
        workload.spec()
                .preemptionGates()
                .forEach(gate -> gates.put(
                        gate.name(),
                        text(PreemptionGates.stateOf(workload.status().preemptionGates(), gate.name()))));
        if (!gates.isEmpty()) {
            fields.put("preemptionGates", gates);
        }
        List<Map<String, String>> checks = workload.status().admissionChecks().stream()
                .map(check -> Map.of(
                        "name", check.name(),
                        "state", text(check.state()),
                        "message", check.message()))
                .toList();
        if (!checks.isEmpty()) {
            fields.put("admissionChecks", checks);
        }
        RequeueState requeue = workload.status().requeueState();
        if (requeue != null && requeue.requeueAt() != null) {
            fields.put("notBefore", requeue.requeueAt().toString());
        }
        SchedulingStats stats = workload.status().schedulingStats();
        if (stats != null) {
            fields.put("evictions", stats.evictions());
        }
        fields.put(
                "history",
                workload.status().conditions().stream()
                        .sorted(Comparator.comparing(Condition::lastTransitionTime))
                        .map(condition ->
                                condition.lastTransitionTime() + " " + condition.type() + " " + words(condition))
                        .toList());
    }

    private static String words(Condition condition) {
        return text(condition.status()) + " " + condition.reason() + ": " + condition.message();
    }

    /** As the API writes it. */
    private static String text(Enum<?> value) {
        return KubernetesJson.mapper().<JsonNode>valueToTree(value).asString();
    }
}
