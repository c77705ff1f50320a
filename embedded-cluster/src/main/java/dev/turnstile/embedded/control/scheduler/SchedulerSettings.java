package dev.turnstile.embedded.control.scheduler;

import java.util.List;

/**
 * What the pod scheduler is started with.
 *
 * @param plugins plug-ins in addition to the built-in ones; they run where the switches enable them
 * @param switches which plug-ins run at which extension point
 */
public record SchedulerSettings(List<SchedulerPlugin> plugins, PluginSwitches switches) {
    public static final SchedulerSettings DEFAULTS = new SchedulerSettings(List.of(), PluginSwitches.DEFAULTS);

    public SchedulerSettings {
        plugins = List.copyOf(plugins);
    }
}
