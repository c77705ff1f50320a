package dev.turnstile.model.config;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** Which kinds of jobs are managed. */
public record Integrations(
        @DefaultValue("batch/job")
        @Setting(
                value = "Kinds of jobs that are managed: `batch/job`, `pod`; upstream's others are accepted and do"
                        + " nothing.")
        List<String> frameworks,

        @DefaultValue
        @Setting(
                value = "Kinds that another controller manages for us, as `Kind.version.group`.",
                form = TextForm.EXTERNAL_FRAMEWORK,
                otherwise = "none")
        List<String> externalFrameworks,

        @DefaultValue
        @Setting(
                value = "Labels that a Workload takes over from its job when it is created.",
                reloadable = true,
                form = TextForm.QUALIFIED_NAME,
                otherwise = "none")
        List<String> labelKeysToCopy) {

    /**
     * Whether jobs of that kind are managed: those that the configuration names, and any that it does not know, which
     * is there since somebody has registered it.
     */
    public boolean manages(String framework) {
        return frameworks.contains(framework) || !Settings.MANAGED_FRAMEWORKS.contains(framework);
    }
}
