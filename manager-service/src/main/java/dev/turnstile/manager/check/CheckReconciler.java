package dev.turnstile.manager.check;

import dev.turnstile.model.condition.Condition;
import dev.turnstile.model.condition.ConditionStatus;
import dev.turnstile.model.condition.Conditions;
import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.AdmissionCheckStatus;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.MultiKueueConfig;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.apply.Difference;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reconciler;
import dev.turnstile.vocabulary.ActiveReason;
import dev.turnstile.vocabulary.ConditionType;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Says in the condition of a check of ours whether anything can be dispatched through it. */
public final class CheckReconciler implements Reconciler<ObjectKey> {
    private final Fleet fleet;
    private final ObjectWriter writer;
    private final InstantSource clock;

    public CheckReconciler(Fleet fleet, ObjectWriter writer, InstantSource clock) {
        this.fleet = fleet;
        this.writer = writer;
        this.clock = clock;
    }

    private record Verdict(boolean active, ActiveReason reason, String message) {}

    @Override
    public Outcome reconcile(ObjectKey key) throws InterruptedException {
        AdmissionCheck check = fleet.checks().get(key);
        if (check == null || !Fleet.isOurs(check)) {
            return Outcome.done();
        }
        writer.update(fleet.checks(), key, ObjectWriter.Part.STATUS, fresh -> {
            Verdict verdict = verdict(fresh);
            List<Condition> now = fresh.status().conditions();
            List<Condition> set = Conditions.set(
                    now,
                    new Condition(
                            ConditionType.ACTIVE,
                            ConditionStatus.of(verdict.active()),
                            fresh.metadata().getGeneration(),
                            clock.instant(),
                            verdict.reason().text(),
                            verdict.message()));
            return set.equals(now)
                    ? null
                    : Difference.ofStatus(
                            KubernetesJson.tree(fresh.status()), KubernetesJson.tree(new AdmissionCheckStatus(set)));
        });
        return Outcome.done();
    }

    private Verdict verdict(AdmissionCheck check) {
        Optional<String> name = Fleet.configName(check);
        if (name.isEmpty()) {
            return new Verdict(
                    false,
                    ActiveReason.BAD_CONFIG,
                    "Cannot load the AdmissionChecks parameters: spec.parameters must name a"
                            + " MultiKueueConfig.kueue.x-k8s.io");
        }
        Optional<MultiKueueConfig> config = fleet.config(check);
        if (config.isEmpty()) {
            return new Verdict(
                    false,
                    ActiveReason.BAD_CONFIG,
                    "Cannot load the AdmissionChecks parameters: MultiKueueConfig.kueue.x-k8s.io \"" + name.get()
                            + "\" not found");
        }
        List<String> missing = new ArrayList<>();
        List<String> inactive = new ArrayList<>();
        List<String> all = config.get().spec().clusters();
        for (String cluster : all) {
            MultiKueueCluster known = fleet.clusters().get(ObjectKey.of(cluster));
            if (known == null) {
                missing.add(cluster);
            } else if (!Conditions.isTrue(known.status().conditions(), ConditionType.ACTIVE)) {
                inactive.add(cluster);
            }
        }
        if (missing.isEmpty() && inactive.isEmpty()) {
            return new Verdict(true, ActiveReason.ACTIVE, "The admission check is active");
        }
        List<String> words = new ArrayList<>();
        if (!missing.isEmpty()) {
            words.add("Missing clusters: [" + String.join(" ", missing) + "]");
        }
        if (!inactive.isEmpty()) {
            words.add("Inactive clusters: [" + String.join(" ", inactive) + "]");
        }
        boolean some = missing.size() + inactive.size() < all.size();
        return new Verdict(
                some,
                some ? ActiveReason.SOME_ACTIVE_CLUSTERS : ActiveReason.NO_USABLE_CLUSTERS,
                String.join(", ", words));
    }
}
