package dev.turnstile.model.feature;

/** How settled a feature is, in the words of Kubernetes. */
public enum Stage {
    ALPHA("Alpha", false),
    BETA("Beta", true);

    private final String title;
    private final boolean usualDefault;

    Stage(String title, boolean usualDefault) {
        this.title = title;
        this.usualDefault = usualDefault;
    }

    /** As written in documents: {@code Alpha}. */
    public String title() {
        return title;
    }

    /** As the label {@code stage} of the metric {@code kubernetes_feature_enabled} has it: {@code ALPHA}. */
    public String label() {
        return name();
    }

    /** The gate that switches all features of this stage: {@code AllAlpha}. */
    public String collectiveGate() {
        return "All" + title;
    }

    /** Whether features of this stage are on unless somebody says otherwise. */
    public boolean usualDefault() {
        return usualDefault;
    }
}
