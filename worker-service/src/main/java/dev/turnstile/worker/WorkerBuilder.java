package dev.turnstile.worker;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.ReloadableConfiguration;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.enqueue.PreEnqueue;
import dev.turnstile.worker.job.JobKind;
import dev.turnstile.worker.state.CycleListener;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a {@link WorkerRuntime} is made of. {@link #build} names what is missing. */
public final class WorkerBuilder {
    private final ApiConnection connection;
    private final ReloadableConfiguration configuration;
    private @Nullable Threads threads;
    private @Nullable String identity;
    private @Nullable Clock clock;
    private WorkerSettings settings = WorkerSettings.DEFAULT;
    private List<JobKind> kinds = List.of();
    private List<PreEnqueue> beans = List.of();
    private List<CycleListener> listeners = List.of();

    /** A worker of one cluster, whose configuration may be changed while it runs. */
    public WorkerBuilder(ApiConnection connection, ReloadableConfiguration configuration) {
        this.connection = connection;
        this.configuration = configuration;
    }

    /** A worker of one cluster, whose configuration does not change. */
    public WorkerBuilder(ApiConnection connection, Configuration configuration) {
        this(connection, new ReloadableConfiguration(configuration));
    }

    /** What it runs on. */
    public WorkerBuilder threads(Threads value) {
        threads = value;
        return this;
    }

    /** Who it is in the lease. */
    public WorkerBuilder identity(String value) {
        identity = value;
        return this;
    }

    /** Its clock. */
    public WorkerBuilder clock(Clock value) {
        clock = value;
        return this;
    }

    /** What upstream's configuration has no words for. */
    WorkerBuilder settings(WorkerSettings value) {
        settings = value;
        return this;
    }

    /** The kinds of jobs that are known; those that the configuration names are managed. */
    public WorkerBuilder kinds(List<? extends JobKind> value) {
        kinds = List.copyOf(value);
        return this;
    }

    /** What may hold Workloads before they queue, in addition to stopped queues. */
    public WorkerBuilder beans(List<? extends PreEnqueue> value) {
        beans = List.copyOf(value);
        return this;
    }

    /** Who is notified of cycles, in addition to metrics and log. */
    public WorkerBuilder listeners(List<? extends CycleListener> value) {
        listeners = List.copyOf(value);
        return this;
    }

    /** A worker that does not run yet. */
    public WorkerRuntime build() {
        return new WorkerRuntime(this);
    }

    ApiConnection connection() {
        return connection;
    }

    ReloadableConfiguration configuration() {
        return configuration;
    }

    Threads threads() {
        return given(threads, "threads");
    }

    String identity() {
        return given(identity, "identity");
    }

    Clock clock() {
        return given(clock, "clock");
    }

    WorkerSettings settings() {
        return settings;
    }

    Duration textInterval() {
        return settings.textInterval();
    }

    List<JobKind> kinds() {
        return kinds;
    }

    List<PreEnqueue> beans() {
        return beans;
    }

    List<CycleListener> listeners() {
        return listeners;
    }

    private static <T> T given(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalStateException("a worker needs its " + name + ": call WorkerBuilder." + name);
        }
        return value;
    }
}
