package dev.turnstile.worker.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.turnstile.core.assignment.Assignment;
import dev.turnstile.core.assignment.FlavorProgress;
import dev.turnstile.core.assignment.Mode;
import dev.turnstile.core.cycle.Assumption;
import dev.turnstile.core.cycle.Outcome;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.workload.Admission;
import dev.turnstile.core.workload.PodSetAssignment;
import dev.turnstile.model.config.Resources;
import dev.turnstile.service.apply.EventRecorder;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.inbound.ResourceRules;
import dev.turnstile.worker.write.WriteAccess;
import dev.turnstile.worker.write.WriteQueue;
import dev.turnstile.worker.write.WriteResults;
import io.kubernetes.client.openapi.ApiClient;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Whatever becomes of a request, exactly one result comes back, about the assumption that it was sent for. */
class DecisionWriterTest {
    private static final Logger LOG = (Logger) LoggerFactory.getLogger(WriteQueue.class);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-01T12:00:00Z"), ZoneOffset.UTC);

    /** What an API, or what is in front of it, does to a request. */
    enum Fate {
        FORBIDDEN("refused", "unanswered"),
        GONE("refused", "refused"),
        BROKEN("unanswered", "unanswered"),
        CUT("unanswered", "unanswered"),
        UNREADABLE("unanswered", "unanswered"),
        NO_TOKEN("unanswered", "unanswered"),
        ERROR("unanswered", "unanswered");

        private final String ofAWrite;
        private final String ofARead;

        Fate(String ofAWrite, String ofARead) {
            this.ofAWrite = ofAWrite;
            this.ofARead = ofARead;
        }

        private Response answer(Request request) throws IOException {
            return switch (this) {
                case FORBIDDEN ->
                    response(request, 403, "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"message\":\"no\"}");
                case GONE ->
                    response(request, 404, "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"message\":\"gone\"}");
                case BROKEN ->
                    response(request, 500, "{\"kind\":\"Status\",\"reason\":\"InternalError\",\"message\":\"?\"}");
                case CUT -> throw new IOException("cut off on purpose");
                case UNREADABLE -> response(request, 200, "<html>");
                case NO_TOKEN -> throw new IllegalStateException("no token on purpose");
                case ERROR -> throw new AssertionError("an error on purpose");
            };
        }

        private static Response response(Request request, int code, String body) {
            return new Response.Builder()
                    .request(request)
                    .protocol(Protocol.HTTP_1_1)
                    .code(code)
                    .message("on purpose")
                    .body(ResponseBody.create(body, MediaType.get("application/json")))
                    .build();
        }
    }

    private final class Heard implements WriteResults<Assumption> {
        @Override
        public void written(Assumption assumption) {
            hear("written", assumption);
        }

        @Override
        public void refused(Assumption assumption, String why) {
            hear("refused", assumption);
        }

        @Override
        public void unanswered(Assumption assumption, String why) {
            hear("unanswered", assumption);
        }

        private void hear(String what, Assumption about) {
            assertThat(about).isSameAs(assumption);
            heard.add(what);
        }
    }

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final SmallApi api = new SmallApi();
    private final Assumption.OfAdmission assumption = new Assumption.OfAdmission(admit());
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private volatile Fate fate = Fate.CUT;
    private volatile boolean leads = true;
    private final ApiConnection connection = new HttpApiConnection(client());
    private final EventRecorder events = new EventRecorder(connection, CLOCK, () -> false, Threads.system(), "test");
    private final DecisionWriter writer = new DecisionWriter(
            new OutcomeWriter(
                    api.store(),
                    api.stores().surroundings(new ResourceRules(new Resources(List.of(), List.of()))),
                    new WriteAccess(new ObjectWriter(connection, () -> leads, Threads.system()), events, CLOCK),
                    (workload, admission) -> List.of(),
                    Duration.ZERO),
            CLOCK,
            Threads.system());

    private ApiClient client() {
        Interceptor front = chain -> fate.answer(chain.request());
        return new ApiClient(new OkHttpClient.Builder().addInterceptor(front).build());
    }

    private Outcome.Admit admit() {
        api.create("w", 3, 0);
        api.show("w");
        var workload = api.stores()
                .surroundings(new ResourceRules(new Resources(List.of(), List.of())))
                .view(api.get("w"));
        PodSetAssignment main =
                new PodSetAssignment("main", 1, Map.of("cpu", "default"), Requests.of(Map.of("cpu", 3_000L)));
        return new Outcome.Admit(
                workload,
                "cq",
                new Admission("cq", List.of(main), CLOCK.instant()),
                new Assignment(List.of(), 0, Usage.NONE, Mode.FIT, new FlavorProgress(List.of(), 0, 0)));
    }

    @BeforeEach
    void start() {
        log.start();
        LOG.addAppender(log);
        writer.start(new Heard(), Runnable::run);
    }

    @AfterEach
    void close() {
        LOG.detachAppender(log);
        writer.close();
        events.close();
    }

    @ParameterizedTest
    @EnumSource
    void aWriteEndsInOneResult(Fate what) {
        fate = what;
        writer.carryOut(new WriteTask.Write(assumption));

        await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(20)).until(() -> !heard.isEmpty());
        assertThat(heard).containsExactly(what.ofAWrite);
        assertThat(assumption.begun()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aReadEndsInOneResult(Fate what) {
        assertThat(assumption.begin()).isTrue();
        fate = what;
        writer.carryOut(new WriteTask.Read(assumption));

        await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(20)).until(() -> !heard.isEmpty());
        assertThat(heard).containsExactly(what.ofARead);
    }

    /** Otherwise each would be warned of, although it is one thing that is missing, and that has been logged. */
    @Test
    void withoutTheLeaseNothingHasBegunAndNobodyIsWarned() {
        leads = false;
        writer.carryOut(new WriteTask.Write(assumption));
        await().atMost(Duration.ofSeconds(20)).until(() -> !heard.isEmpty());
        writer.publish(skip());
        await().atMost(Duration.ofSeconds(20)).until(() -> writer.failing() == 1);

        assertThat(heard).containsExactly("refused");
        assertThat(assumption.begun()).isFalse();
        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                .isEmpty();
    }

    /** What the API itself refuses is warned of: nobody else says so. */
    @Test
    void aRefusedMessageIsWarnedOfOnce() {
        fate = Fate.FORBIDDEN;
        writer.publish(skip());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> log.list.stream().anyMatch(event -> event.getLevel() == Level.WARN));
        writer.publish(skip());
        await().atMost(Duration.ofSeconds(20)).until(() -> writer.depth() == 0);

        assertThat(log.list).filteredOn(event -> event.getLevel() == Level.WARN).hasSize(1);
    }

    private Outcome.Skip skip() {
        return new Outcome.Skip(
                assumption.workload(),
                "cq",
                Outcome.Skip.Interference.NO_LONGER_FITS,
                assumption.decision().assignment(),
                null);
    }

    /** Every workload that is admitted while its message backs off would otherwise be remembered for ever. */
    @Test
    void aMessageThatADecisionReplacesIsForgotten() {
        fate = Fate.FORBIDDEN;
        writer.publish(skip());
        await().atMost(Duration.ofSeconds(20)).until(() -> writer.failing() == 1);

        writer.carryOut(new WriteTask.Write(assumption));

        await().atMost(Duration.ofSeconds(20)).until(() -> !heard.isEmpty());
        await().atMost(Duration.ofSeconds(20)).until(() -> writer.failing() == 0);
    }
}
