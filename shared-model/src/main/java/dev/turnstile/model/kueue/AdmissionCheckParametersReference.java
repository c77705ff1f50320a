package dev.turnstile.model.kueue;

/**
 * The object that parametrises an AdmissionCheck.
 *
 * @param apiGroup its API group
 * @param kind its kind
 * @param name its name
 */
public record AdmissionCheckParametersReference(String apiGroup, String kind, String name) {}
