package dev.turnstile.worker;

import static dev.turnstile.worker.WorkerCluster.condition;
import static dev.turnstile.worker.WorkerCluster.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.service.informer.ApiResource;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An API server that refuses, drops watches, or is away: the worker goes on afterwards without help. */
@Timeout(300)
class ApiOutageIT {
    private static final int CPU = 6;
    private static final int JOBS = 12;
    private final WorkerCluster cluster = WorkerCluster.chosen("");

    @AfterEach
    void close() {
        cluster.close();
    }

    private void submit(int from, int to) {
        IntStream.range(from, to).forEach(i -> cluster.job("job-" + i, 1, "", ""));
    }

    private List<String> running() {
        return IntStream.range(0, JOBS)
                .mapToObj(i -> "job-" + i)
                .filter(job -> !cluster.find(ApiResource.JOB, "team", job)
                        .path("spec")
                        .path("suspend")
                        .asBoolean(true))
                .toList();
    }

    /** As many run as fit, quota is counted once for each, and who leaves makes room for the others. */
    private void everythingIsAsItShouldBe() {
        eventually("as many run as fit", () -> running().size() == CPU);
        cluster.eventuallyUsed(Integer.toString(CPU));
        List<String> first = running();
        first.forEach(job -> cluster.delete(ApiResource.JOB, "team", job));
        eventually("the others follow", () -> running().size() == JOBS - CPU);
        assertThat(running()).doesNotContainAnyElementsOf(first);
        cluster.eventuallyUsed(Integer.toString(JOBS - CPU));
    }

    @Test
    void refusalsOfEveryKindAreOutlived() {
        cluster.queue(Integer.toString(CPU), "");
        cluster.wire().refuse(0.3, 409, 409, 429, 500);
        submit(0, JOBS);
        eventually("as many run as fit, in spite of it", () -> running().size() == CPU);
        cluster.wire().refuse(0, 500);
        everythingIsAsItShouldBe();
    }

    @Test
    void brokenWatchesLoseNothing() {
        cluster.queue(Integer.toString(CPU), "");
        for (int i = 0; i < JOBS; i += 3) {
            submit(i, i + 3);
            cluster.wire().dropWatches();
        }
        everythingIsAsItShouldBe();
    }

    @Test
    void anAbsenceIsWaitedForWithoutHammering() {
        cluster.queue(Integer.toString(CPU), "");
        submit(0, JOBS / 2);
        eventually("the first run", () -> running().size() == JOBS / 2);
        cluster.stopApi();
        cluster.wire().clear();
        passes(Duration.ofSeconds(12));
        int asked = cluster.wire().sent(any -> true).size();
        assertThat(asked)
                .as("requests in twelve seconds: growing delays for each of a dozen watches, and the lease")
                .isBetween(1, 200);
        cluster.startApi();
        submit(JOBS / 2, JOBS);
        everythingIsAsItShouldBe();
    }

    @Test
    void anIdleWorkerOnlyWatchesAndRenewsItsLease() {
        cluster.queue("4", "");
        cluster.job("runs", 3, "", "");
        cluster.eventuallyRuns("runs");
        cluster.job("waits", 2, "", "");
        cluster.eventuallyWaits("waits", "WaitingForQuota");
        cluster.eventuallyUsed("3");
        eventually(
                "its pods are ready",
                () -> condition(cluster.workloadOf("runs"), "PodsReady").startsWith("True"));

        // The last writes, of what was just said, may still be on their way for a second.
        await().atMost(Duration.ofSeconds(40)).until(() -> quietFor(Duration.ofSeconds(5)));
    }

    private static void passes(Duration time) {
        await().atMost(time.multipliedBy(3)).pollDelay(time).until(() -> true);
    }

    private boolean quietFor(Duration time) {
        cluster.wire().clear();
        passes(time);
        List<Wire.Sent> others = cluster.wire().sent(request -> !request.renewsLease() && !request.watches());
        int watches = cluster.wire().sent(Wire.Sent::watches).size();
        assertThat(watches)
                .as("a dozen kinds: each watch lasts some ten seconds, each version is compared twice a minute")
                .isLessThanOrEqualTo(3 * 12);
        return others.isEmpty();
    }

    @Test
    void statusesOfQueuesAreWrittenAtMostOnceASecond() {
        cluster.queue("100", "");
        cluster.job("first", 1, "", "");
        cluster.eventuallyRuns("first");
        cluster.eventuallyUsed("1");
        cluster.wire().clear();
        IntStream.range(0, 40).forEach(i -> {
            cluster.job("more-" + i, 1, "", "");
            cluster.eventuallyRuns("more-" + i);
        });
        cluster.eventuallyUsed("41");

        for (String kind : List.of("clusterqueues", "localqueues")) {
            List<Wire.Sent> writes = cluster.wire().sent(request -> request.writesStatusOf(kind));
            assertThat(writes).as("statuses of %s", kind).hasSizeGreaterThanOrEqualTo(2);
            assertThat(Wire.shortestGap(writes)).as(kind).isGreaterThanOrEqualTo(Duration.ofMillis(900));
        }
    }
}
