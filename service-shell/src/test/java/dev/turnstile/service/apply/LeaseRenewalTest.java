package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.MemoryApi;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.SteppedThreads;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** What renewals ask of a slow API, and how they notice others. */
@Timeout(60)
class LeaseRenewalTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(LeaderLease.class);
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final ApiResource LEASE = new ApiResource("coordination.k8s.io/v1", "Lease", "leases", true);
    private static final ObjectKey KEY = new ObjectKey("team", "lease");
    private static final LeaderLease.Times TIMES =
            new LeaderLease.Times(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));

    private final SteppedThreads threads = new SteppedThreads();
    private final MemoryApi api = new MemoryApi(threads);
    private final List<Boolean> heard = new CopyOnWriteArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        LOG.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        LOG.detachAppender(log);
    }

    private LeaderLease start() {
        return LeaderLease.start(api, threads, KEY, "me", TIMES, Clock.systemUTC(), heard::add);
    }

    private void answersAfter(Duration time) {
        api.fail(request -> {
            threads.pass(time);
            return null;
        });
    }

    private void awaitRequests(int more) {
        int before = api.requests.size();
        await().atMost(PATIENCE).until(() -> api.requests.size() >= before + more);
    }

    private List<String> warnings() {
        return List.copyOf(log.list).stream()
                .filter(event -> event.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    /** From one renewal to the answer to the next: twice 4 s. With a look before each, and a pause, it is 18 s. */
    @Test
    void anApiThatTakesFourSecondsForEachRequestDoesNotCostTheLease() {
        answersAfter(Duration.ofSeconds(4));
        try (LeaderLease lease = start()) {
            awaitRequests(40);

            assertThat(heard).containsExactly(true);
            assertThat(lease.leads()).isTrue();
            assertThat(warnings()).isEmpty();
        }
    }

    @Test
    void aLeaderRenewsWithOneRequest() {
        try (LeaderLease lease = start()) {
            await().atMost(PATIENCE).until(lease::leads);
            awaitRequests(20);

            List<String> requests = List.copyOf(api.requests);
            assertThat(requests.subList(0, 2))
                    .extracting(LeaseRenewalTest::verb)
                    .containsExactly("GET", "POST");
            assertThat(requests.subList(2, 20))
                    .extracting(LeaseRenewalTest::verb)
                    .containsOnly("PUT");
        }
    }

    private static String verb(String request) {
        return request.substring(0, request.indexOf(' '));
    }

    @Test
    void whoTookItMeanwhileKeepsIt() {
        try (LeaderLease lease = start()) {
            await().atMost(PATIENCE).until(lease::leads);
            ObjectNode taken = take();

            await().atMost(PATIENCE).until(() -> heard.size() == 2);

            assertThat(heard).containsExactly(true, false);
            assertThat(api.get(LEASE.path(KEY), Map.of()).path("spec")).isEqualTo(taken.path("spec"));
        }
    }

    /** As another instance: until it comes between two renewals. */
    private ObjectNode take() {
        ObjectNode[] taken = {null};
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            ObjectNode lease = api.get(LEASE.path(KEY), Map.of());
            lease.withObject("spec").put("holderIdentity", "other").put("leaseDurationSeconds", 1_000_000);
            taken[0] = api.replace(LEASE, KEY, lease);
            return true;
        });
        return taken[0];
    }

    @Test
    void aLeaseThatWasDeletedIsMadeAgain() {
        try (LeaderLease lease = start()) {
            await().atMost(PATIENCE).until(lease::leads);
            api.remove("lease");
            awaitRequests(10);

            assertThat(api.requests).extracting(LeaseRenewalTest::verb).contains("POST");
            assertThat(api.requests.stream().filter(each -> each.startsWith("POST")))
                    .hasSize(2);
            assertThat(heard).containsExactly(true);
        }
    }

    @Test
    void aRenewalThatComesTooLateSaysWhatItWaitedFor() {
        AtomicInteger requests = new AtomicInteger();
        api.fail(request -> {
            if (requests.incrementAndGet() == 8) {
                threads.pass(Duration.ofSeconds(9));
            }
            return null;
        });
        try (LeaderLease lease = start()) {
            await().atMost(PATIENCE).until(() -> heard.size() >= 3);
            awaitRequests(10);

            assertThat(heard).containsExactly(true, false, true);
            assertThat(lease.leads()).isTrue();
            assertThat(warnings())
                    .containsExactly("the lease team/lease was renewed too late: 11000 ms after the renewal before, and"
                            + " 10000 ms are allowed; the API took 9000 ms to answer");
        }
    }
}
