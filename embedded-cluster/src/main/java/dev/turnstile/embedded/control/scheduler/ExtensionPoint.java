package dev.turnstile.embedded.control.scheduler;

/**
 * The points at which plug-ins can be enabled and disabled; the names are those of Kubernetes' configuration and
 * metrics.
 */
public enum ExtensionPoint {
    PRE_ENQUEUE("PreEnqueue", SchedulerPlugin.PreEnqueue.class),
    FILTER("Filter", SchedulerPlugin.Filter.class);

    private final String title;
    private final Class<? extends SchedulerPlugin> type;

    ExtensionPoint(String title, Class<? extends SchedulerPlugin> type) {
        this.title = title;
        this.type = type;
    }

    public String title() {
        return title;
    }

    boolean admits(SchedulerPlugin plugin) {
        return type.isInstance(plugin);
    }
}
