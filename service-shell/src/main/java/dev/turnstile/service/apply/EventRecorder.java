package dev.turnstile.service.apply;

import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ApiStatusException;
import dev.turnstile.service.informer.Backoff;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.thread.Crew;
import dev.turnstile.service.thread.Loop;
import dev.turnstile.service.thread.Mailbox;
import dev.turnstile.service.thread.Threads;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells users what was done, as events on their objects. Never delays what it tells of: events wait in a bounded queue,
 * and where it is full the newest are dropped and counted. Of equal events the first is counted up, and of an object
 * that gets too many the rest is dropped ({@link EventCorrelation}).
 */
public final class EventRecorder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);
    private static final int WAITING = 50_000;
    private static final int SENDERS = 32;
    private static final int ATTEMPTS = 4;
    private static final int NAME_LENGTH = 210;
    private static final Backoff BUSY = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(5));

    /** What is told, small for as long as it waits: it becomes JSON when it is sent. */
    private record Pending(EventCorrelation.Fact fact, String name, int count, Instant first, Instant last) {}

    private final ApiConnection connection;
    private final Clock clock;
    private final BooleanSupplier leads;
    private final Threads threads;
    private final String instance;
    private final Mailbox<Pending> waiting;
    private final AtomicLong sequence = new AtomicLong();
    private final AtomicLong dropped = new AtomicLong();
    private final EventCorrelation correlation = new EventCorrelation();
    private final Crew<Pending> senders;

    /** A recorder that sends in the background; {@code instance} names this process. */
    public EventRecorder(
            ApiConnection connection, Clock clock, BooleanSupplier leads, Threads threads, String instance) {
        this.connection = connection;
        this.clock = clock;
        this.leads = leads;
        this.threads = threads;
        this.waiting = new Mailbox<>(threads, WAITING);
        this.instance = instance;
        this.senders = new Crew<>(threads, "events", SENDERS, waiting::take, this::send);
        senders.start();
    }

    /** Something went as it should. */
    public void normal(EventTarget target, String component, String reason, String message) {
        record(target, component, "Normal", reason, message);
    }

    /** As {@link #normal}, for what is told once in an object's life, whoever finds it out again after a restart. */
    public void once(EventTarget target, String component, String reason, String message) {
        once(target, component, "Normal", reason, message);
    }

    /** As {@link #warning}, for what is reported each time that it is found. */
    public void warnOnce(EventTarget target, String component, String reason, String message) {
        once(target, component, "Warning", reason, message);
    }

    private void once(EventTarget target, String component, String type, String reason, String message) {
        String fact = target.uid() + '\n' + reason + '\n' + message;
        String name = shortened(target) + "." + UUID.nameUUIDFromBytes(fact.getBytes(StandardCharsets.UTF_8));
        offer(new EventCorrelation.Fact(target, component, type, reason, shortened(message)), name, false);
    }

    /** Something that a user may have to act on. */
    public void warning(EventTarget target, String component, String reason, String message) {
        record(target, component, "Warning", reason, message);
    }

    private void record(EventTarget target, String component, String type, String reason, String message) {
        offer(
                new EventCorrelation.Fact(target, component, type, reason, shortened(message)),
                name(target, clock.instant()),
                true);
    }

    /** @param again whether it is counted up where it was told before */
    private void offer(EventCorrelation.Fact fact, String name, boolean again) {
        Instant now = clock.instant();
        Pending pending = switch (correlation.of(fact, name, now)) {
            case EventCorrelation.Fate.Created created -> new Pending(fact, created.name(), 1, now, now);
            case EventCorrelation.Fate.Counted counted ->
                again ? new Pending(fact, counted.name(), counted.count(), counted.first(), now) : null;
            case EventCorrelation.Fate.Dropped _ -> {
                dropped.incrementAndGet();
                yield null;
            }
        };
        if (pending != null && !waiting.offer(pending)) {
            lost(pending);
        }
    }

    /** The next event that is equal to it is created. */
    private void lost(Pending pending) {
        correlation.forget(pending.fact());
        dropped.incrementAndGet();
    }

    private static String namespace(EventTarget target) {
        return target.namespace().isEmpty() ? "default" : target.namespace();
    }

    private ObjectNode event(Pending pending) {
        EventCorrelation.Fact fact = pending.fact();
        EventTarget target = fact.target();
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("apiVersion", "v1").put("kind", "Event");
        event.putObject("metadata").put("name", pending.name()).put("namespace", namespace(target));
        event.putObject("involvedObject")
                .put("apiVersion", target.apiVersion())
                .put("kind", target.kind())
                .put("namespace", target.namespace())
                .put("name", target.name())
                .put("uid", target.uid());
        event.put("type", fact.type()).put("reason", fact.reason()).put("message", fact.message());
        event.put("firstTimestamp", seconds(pending.first())).setAll(count(pending));
        event.putObject("source").put("component", fact.component());
        event.put("reportingComponent", fact.component()).put("reportingInstance", instance);
        return event;
    }

    private static ObjectNode count(Pending pending) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("count", pending.count())
                .put("lastTimestamp", seconds(pending.last()));
    }

    private static String seconds(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private String name(EventTarget target, Instant now) {
        long unique = now.toEpochMilli() * 1_000_000 + Math.floorMod(sequence.incrementAndGet(), 1_000_000L);
        return shortened(target) + "." + HexFormat.of().toHexDigits(unique);
    }

    private static String shortened(EventTarget target) {
        return target.name().length() <= NAME_LENGTH
                ? target.name()
                : target.name().substring(0, NAME_LENGTH);
    }

    /** The API takes 1,024 characters. */
    private static String shortened(String message) {
        return message.length() <= 1024 ? message : message.substring(0, 1021) + "...";
    }

    private void send(Pending pending, Loop sender) throws InterruptedException {
        if (!leads.getAsBoolean()) {
            correlation.forget(pending.fact());
            return;
        }
        for (int attempt = 1; attempt <= ATTEMPTS && sender.isOpen(); attempt++) {
            try {
                send(pending);
                return;
            } catch (ApiStatusException e) {
                if (!e.temporary()) {
                    LOG.debug("an event was refused: {}", e.getMessage());
                    correlation.forget(pending.fact());
                    return;
                }
                sender.sleep(BUSY.after(attempt, threads.random()));
            } catch (UncheckedIOException e) {
                LOG.debug("an event was not sent: {}", e.getMessage());
                sender.sleep(BUSY.after(attempt, threads.random()));
            }
        }
        lost(pending);
    }

    private void send(Pending pending) {
        String namespace = namespace(pending.fact().target());
        if (pending.count() > 1) {
            try {
                connection.patch(ApiResource.EVENT, new ObjectKey(namespace, pending.name()), "", count(pending));
                return;
            } catch (ApiStatusException e) {
                if (!e.notFound()) {
                    throw e;
                }
                // The API keeps events for an hour.
            }
        }
        connection.create(ApiResource.EVENT, namespace, event(pending));
    }

    /** How many events were not told. */
    public long dropped() {
        return dropped.get();
    }

    /** Sends nothing more. */
    @Override
    public void close() {
        senders.close();
    }
}
