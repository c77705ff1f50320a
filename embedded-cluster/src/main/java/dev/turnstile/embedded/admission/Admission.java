package dev.turnstile.embedded.admission;

import java.util.List;

/** Asks the cluster's webhooks and policies. */
@SuppressWarnings({"DoNotCallSuggester", "ObjectToString"}) // until it is written
public final class Admission {

    private final AdmissionConfiguration configuration;

    public Admission(AdmissionConfiguration configuration) {
        this.configuration = configuration;
    }

    /** Calls the mutating webhooks; before the object is validated. */
    public AdmissionResult mutate(AdmissionRequest request) throws AdmissionDeniedException {
        if (configuration.mutatingWebhookConfigurations().isEmpty()) {
            return new AdmissionResult(request.object(), List.of());
        }
        throw new UnsupportedOperationException(configuration + " " + request);
    }

    /** Evaluates the policies and calls the validating webhooks; after the object was validated. */
    public AdmissionResult validate(AdmissionRequest request) throws AdmissionDeniedException {
        if (configuration.validatingWebhookConfigurations().isEmpty()
                && configuration.validatingAdmissionPolicyBindings().isEmpty()) {
            return new AdmissionResult(request.object(), List.of());
        }
        throw new UnsupportedOperationException(configuration + " " + request);
    }
}
