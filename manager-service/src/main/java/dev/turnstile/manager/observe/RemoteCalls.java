package dev.turnstile.manager.observe;

import dev.turnstile.manager.cluster.RemoteListener;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Threads;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;

/** Measures requests to worker clusters: a histogram and a span for each. */
public record RemoteCalls(ManagerMetrics metrics, ObservationRegistry spans, Threads threads)
        implements RemoteListener {

    @Override
    public void workloadChanged(ObjectKey workload) {}

    @Override
    public void linkChanged(String cluster) {}

    @Override
    public Runnable calling(String cluster, String verb) {
        Observation span = Observation.createNotStarted("turnstile.remote.call", spans)
                .lowCardinalityKeyValue("cluster", cluster)
                .lowCardinalityKeyValue("verb", verb)
                .start();
        long begin = threads.nanoTime();
        return () -> {
            metrics.called(cluster, verb, Duration.ofNanos(threads.nanoTime() - begin));
            span.stop();
        };
    }
}
