package dev.turnstile.proof.api;

import dev.turnstile.proof.thread.Baton;
import dev.turnstile.proof.thread.ServiceProcess;
import dev.turnstile.service.informer.ApiConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** What lies between one process and one API server. */
public final class Line {
    private static final int OF_ALL = 1000;

    /** By then each reader has asked whether the API has gone back. */
    private static final Duration NOTICED = Duration.ofSeconds(45);

    /** Nobody who pauses longer after each failure fails so often in that time. */
    private static final int MOST_FAILURES = 60;

    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private ServiceProcess client;
    private final ApiServer server;
    private final Baton baton;
    private final RandomGenerator random;
    private final Set<WatchStream> streams = new LinkedHashSet<>();
    private Weather weather = Weather.FAIR;
    private boolean cut;
    private boolean refusing;
    private boolean withoutCredentials;
    private Consumer<String> storms = _ -> {};
    private final Map<String, Failed> failed = new HashMap<>();
    private long quietUntil;
    private long heldUntil;
    private String heldKind = "";
    private boolean losingAnswer;
    private Duration answerDelay = Duration.ZERO;
    private long writes;
    private long crashBefore = Long.MAX_VALUE;
    private long crashAfter = Long.MAX_VALUE;
    private int page = 500;

    /** One over which everything goes well. */
    public Line(ServiceProcess client, ApiServer server, Baton baton, RandomGenerator random) {
        this.client = client;
        this.server = server;
        this.baton = baton;
        this.random = random;
    }

    /** From now on that process is at its end: the process that was there before has died. */
    public void takenBy(ServiceProcess process) {
        client = process;
        breakStreams();
        crashBefore = Long.MAX_VALUE;
        crashAfter = Long.MAX_VALUE;
    }

    /** A connection over it. */
    public ApiConnection connection() {
        return new LineConnection(this, client);
    }

    ApiServer server() {
        return server;
    }

    Baton baton() {
        return baton;
    }

    /** From now on it is like this. */
    public void weather(Weather now) {
        weather = now;
        disturbed();
    }

    /** Nothing gets through in either direction, and nobody is told. */
    public void cut(boolean now) {
        cut = now;
        disturbed();
    }

    /** Nobody listens at the other end. */
    public void refusing(boolean now) {
        refusing = now;
        if (now) {
            breakStreams();
        }
    }

    /** No request can be sent over it. Watches that are open go on. */
    public void withoutCredentials(boolean now) {
        withoutCredentials = now;
    }

    /** Has that called where one request fails so often that it looks like a storm. */
    public void whenStorming(Consumer<String> listener) {
        storms = listener;
    }

    /** Whether that was thrown, or caused, by a request that could not be sent. */
    public static boolean hadNoCredentials(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).endsWith(LineConnection.CANNOT_BE_SENT)) {
                return true;
            }
        }
        return false;
    }

    /** How often a request has failed since then. */
    private record Failed(long since, int count) {}

    /**
     * A request was not answered as it was to be. Until each reader has noticed that the API has gone back, what it
     * decides from the lost future may fail as often as others undo it.
     */
    void failed(String request) {
        long now = baton.now();
        if (now - NOTICED.toNanos() < server.restoredAt()) {
            return;
        }
        Failed before = failed.get(request);
        Failed after = before == null || now - before.since() > A_WHILE.toNanos()
                ? new Failed(now, 1)
                : new Failed(before.since(), before.count() + 1);
        failed.put(request, after);
        if (after.count() == MOST_FAILURES) {
            storms.accept("%s has failed %d times within %s".formatted(request, MOST_FAILURES, A_WHILE));
        }
    }

    /**
     * Watches that are open now say nothing any more, without ending; those that are opened within that time begin
     * late.
     */
    public void silence(Duration time) {
        quietUntil = baton.now() + time.toNanos();
        List.copyOf(streams).forEach(WatchStream::forgotten);
        baton.after(time, () -> List.copyOf(streams).forEach(WatchStream::changed));
    }

    /** Watches of that kind say nothing for that time, and then everything at once. */
    public void holdBack(String kind, Duration time) {
        heldKind = kind;
        heldUntil = baton.now() + time.toNanos();
        disturbed();
        baton.after(time, () -> List.copyOf(streams).forEach(WatchStream::changed));
    }

    /** The request that is being carried out is not answered: its connection is reset. */
    public void loseThisAnswer() {
        losingAnswer = true;
    }

    /** The request that is being carried out is answered that much later. */
    public void delayThisAnswer(Duration time) {
        answerDelay = time;
    }

    boolean takeLostAnswer() {
        boolean lost = losingAnswer;
        losingAnswer = false;
        return lost;
    }

    Duration takeAnswerDelay() {
        Duration delay = answerDelay;
        answerDelay = Duration.ZERO;
        return delay;
    }

    /** Faults are over. */
    public void heal() {
        cut = false;
        refusing = false;
        withoutCredentials = false;
        weather = Weather.FAIR;
        quietUntil = 0;
        heldUntil = 0;
        disturbed();
    }

    /** Whether a watch that is opened now shows all that happens, as soon as it happens. */
    boolean isFair() {
        long now = baton.now();
        boolean speaks = !cut && !refusing && now >= quietUntil && now >= heldUntil;
        return speaks && weather.equals(Weather.FAIR) && now - NOTICED.toNanos() >= server.restoredAt();
    }

    /** Watches have to be opened again: what they show may not be all any more. */
    void disturbed() {
        List.copyOf(streams).forEach(WatchStream::disturbed);
    }

    Duration within(Duration time) {
        return Duration.ofNanos(random.nextLong(time.toNanos() + 1));
    }

    /** All watches break. */
    public void breakStreams() {
        List.copyOf(streams).forEach(WatchStream::breakOff);
    }

    /** Lists come in pages of that size at most. */
    public void pages(int size) {
        page = size;
    }

    /** Its client dies at the n-th write from now on: before it is carried out, or after. */
    public void crashAtWrite(int n, boolean after) {
        if (after) {
            crashAfter = writes + n;
        } else {
            crashBefore = writes + n;
        }
    }

    /** Whether nothing gets through. */
    public boolean isCut() {
        return cut;
    }

    boolean isWithoutCredentials() {
        return withoutCredentials;
    }

    boolean isRefusing() {
        return refusing;
    }

    long quietUntil() {
        return quietUntil;
    }

    long heldUntil(String kind) {
        return kind.equals(heldKind) ? heldUntil : 0;
    }

    int page() {
        return page;
    }

    Duration onTheWay() {
        return Duration.ofNanos(random.nextLong(weather.latency().toNanos() + 1));
    }

    Duration lag() {
        return Duration.ofNanos(random.nextLong(weather.watchLag().toNanos() + 1));
    }

    boolean losesRequest() {
        return happens(weather.lost());
    }

    boolean losesAnswer() {
        return happens(weather.unanswered());
    }

    boolean arrivesTwice() {
        return happens(weather.twice());
    }

    boolean conflicts() {
        return happens(weather.conflicts());
    }

    boolean fails() {
        return happens(weather.errors());
    }

    boolean even() {
        return random.nextBoolean();
    }

    private boolean happens(int share) {
        return share > 0 && random.nextInt(OF_ALL) < share;
    }

    void writes(ServiceProcess process) {
        writes++;
        if (writes >= crashBefore && process == client) {
            crashBefore = Long.MAX_VALUE;
            throw client.crash();
        }
    }

    void written(ServiceProcess process) {
        if (writes >= crashAfter && process == client) {
            crashAfter = Long.MAX_VALUE;
            throw client.crash();
        }
    }

    void open(WatchStream stream) {
        streams.add(stream);
    }

    void closed(WatchStream stream) {
        streams.remove(stream);
    }

    List<WatchStream> streams() {
        return new ArrayList<>(streams);
    }
}
