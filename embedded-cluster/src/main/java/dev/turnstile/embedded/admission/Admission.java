package dev.turnstile.embedded.admission;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Evaluates the cluster's webhooks and policies. */
public final class Admission {

    private final AdmissionConfiguration configuration;
    private final WebhookClient client = new WebhookClient();
    private volatile CompiledList<Webhook> mutating = CompiledList.none();
    private volatile CompiledList<Webhook> validating = CompiledList.none();
    private volatile CompiledList<CompiledPolicy> policies = CompiledList.none();

    /** What was compiled from a list of objects; valid while the list is the same instance. */
    private record CompiledList<T>(@Nullable List<ObjectNode> source, List<T> parts) {
        static <T> CompiledList<T> none() {
            return new CompiledList<>(null, List.of());
        }

        @SuppressWarnings("ReferenceEquality") // the instance is the version: AdmissionConfiguration promises so
        boolean isOf(List<ObjectNode> list) {
            return source == list;
        }
    }

    public Admission(AdmissionConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Calls the mutating webhooks, before the object is validated. */
    public AdmissionResult mutate(AdmissionRequest request) throws AdmissionDeniedException {
        List<Webhook> webhooks = mutatingWebhooks();
        if (webhooks.isEmpty() || RequestMatch.isExempt(request)) {
            return new AdmissionResult(request.object(), List.of());
        }
        List<String> warnings = new ArrayList<>();
        AdmissionRequest changed = new WebhookCalls(configuration, client, warnings).mutate(webhooks, request);
        return new AdmissionResult(changed.object(), warnings);
    }

    /** Evaluates the policies and calls the validating webhooks, after the object was validated. */
    public AdmissionResult validate(AdmissionRequest request) throws AdmissionDeniedException {
        List<CompiledPolicy> rules = policies();
        List<Webhook> webhooks = validatingWebhooks();
        if ((rules.isEmpty() && webhooks.isEmpty()) || RequestMatch.isExempt(request)) {
            return new AdmissionResult(request.object(), List.of());
        }
        List<String> warnings = new ArrayList<>();
        new PolicyCheck(configuration, request, warnings)
                .check(rules, configuration.validatingAdmissionPolicyBindings());
        new WebhookCalls(configuration, client, warnings).validate(webhooks, request);
        return new AdmissionResult(request.object(), warnings);
    }

    private List<Webhook> mutatingWebhooks() {
        List<ObjectNode> source = configuration.mutatingWebhookConfigurations();
        CompiledList<Webhook> known = mutating;
        if (!known.isOf(source)) {
            known = new CompiledList<>(source, Webhook.of(source));
            mutating = known;
        }
        return known.parts();
    }

    private List<Webhook> validatingWebhooks() {
        List<ObjectNode> source = configuration.validatingWebhookConfigurations();
        CompiledList<Webhook> known = validating;
        if (!known.isOf(source)) {
            known = new CompiledList<>(source, Webhook.of(source));
            validating = known;
        }
        return known.parts();
    }

    private List<CompiledPolicy> policies() {
        List<ObjectNode> source = configuration.validatingAdmissionPolicies();
        CompiledList<CompiledPolicy> known = policies;
        if (!known.isOf(source)) {
            known = new CompiledList<>(source, recompiled(source, known.parts()));
            policies = known;
        }
        return known.parts();
    }

    /** Policies that did not change keep their compiled expressions. */
    private static List<CompiledPolicy> recompiled(List<ObjectNode> policies, List<CompiledPolicy> before) {
        Map<String, CompiledPolicy> known = new HashMap<>();
        before.forEach(policy -> known.put(policy.name(), policy));
        List<CompiledPolicy> compiled = new ArrayList<>();
        for (ObjectNode policy : policies) {
            CompiledPolicy kept = known.get(policy.path("metadata").path("name").asString(""));
            boolean same = kept != null && kept.policy().path("spec").equals(policy.path("spec"));
            compiled.add(same && kept != null ? kept : CompiledPolicy.of(policy));
        }
        return List.copyOf(compiled);
    }
}
