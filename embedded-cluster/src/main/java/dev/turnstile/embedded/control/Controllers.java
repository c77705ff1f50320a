package dev.turnstile.embedded.control;

import dev.turnstile.embedded.api.ExtensionServers;
import dev.turnstile.embedded.control.access.RoleAggregation;
import dev.turnstile.embedded.control.aggregate.AvailabilityController;
import dev.turnstile.embedded.control.collect.GarbageCollector;
import dev.turnstile.embedded.control.job.JobController;
import dev.turnstile.embedded.control.kubelet.Kubelet;
import dev.turnstile.embedded.control.loop.Pace;
import dev.turnstile.embedded.control.namespace.NamespaceController;
import dev.turnstile.embedded.control.namespace.NamespaceDefaults;
import dev.turnstile.embedded.control.quota.QuotaController;
import dev.turnstile.embedded.control.scheduler.PodScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The running controllers of one embedded cluster. */
public final class Controllers implements AutoCloseable {
    private final List<Runnable> stops = new ArrayList<>();
    private @Nullable PodScheduler scheduler;

    private Controllers() {}

    /** Starts the chosen controllers; returns when each has begun to watch. */
    public static Controllers start(ControllerContext context, ExtensionServers extensions) {
        var controllers = new Controllers();
        controllers.startAll(context);
        // Part of the API server in Kubernetes, too.
        var availability = new AvailabilityController(context.client(), extensions, context.clock());
        controllers.run(availability::start, availability::close);
        return controllers;
    }

    /** Empty if the pod scheduler does not run. */
    public Optional<PodScheduler> scheduler() {
        return Optional.ofNullable(scheduler);
    }

    /** The metrics of the controllers, for {@code /metrics}. */
    public String metrics() {
        return scheduler().map(running -> running.metrics().text()).orElse("");
    }

    /** Stops them in the reverse order of their start. */
    @Override
    public void close() {
        stops.reversed().forEach(Runnable::run);
        stops.clear();
    }

    private void startAll(ControllerContext context) {
        var client = context.client();
        var clock = context.clock();
        Supplier<Pace> pace = () -> new Pace(clock.speed());
        Set<Controller> chosen = context.controllers();
        var aggregatedRoles = new RoleAggregation(client, clock);
        run(aggregatedRoles::start, aggregatedRoles::close);
        if (chosen.contains(Controller.NAMESPACES)) {
            var controller = new NamespaceController(client, clock);
            run(controller::start, controller::close);
        }
        if (chosen.contains(Controller.SERVICE_ACCOUNTS)) {
            var defaults = new NamespaceDefaults(client, clock, context.certificateAuthority());
            run(defaults::start, defaults::close);
        }
        if (chosen.contains(Controller.GARBAGE_COLLECTION)) {
            var collector = new GarbageCollector(client, clock);
            run(collector::start, collector::close);
        }
        if (chosen.contains(Controller.RESOURCE_QUOTAS)) {
            var quotas = new QuotaController(client, clock);
            run(quotas::start, quotas::close);
        }
        if (chosen.contains(Controller.JOBS)) {
            var jobs = new JobController(client, clock, pace);
            clock.whenSpeedChanges(jobs::paceChanged);
            run(jobs::start, jobs::close);
        }
        if (chosen.contains(Controller.POD_SCHEDULER)) {
            var pods = new PodScheduler(
                    client,
                    clock,
                    pace,
                    context.scheduler().plugins(),
                    context.scheduler().switches());
            clock.whenSpeedChanges(pods::paceChanged);
            run(pods::start, pods::close);
            scheduler = pods;
        }
        if (chosen.contains(Controller.KUBELET)) {
            var kubelet = new Kubelet(context.kubeconfig(), context.nodes(), clock, pace);
            clock.whenSpeedChanges(kubelet::paceChanged);
            run(kubelet::start, kubelet::close);
        }
    }

    private void run(Runnable start, Runnable stop) {
        start.run();
        stops.add(stop);
    }
}
