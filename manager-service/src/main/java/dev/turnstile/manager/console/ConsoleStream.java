package dev.turnstile.manager.console;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Sends one page what changes, until it goes away. A page that reads slowly is sent fewer, larger steps: the next one
 * is made when the one before is written.
 */
final class ConsoleStream implements Runnable {

    /** After that long something is sent in any case, so that either side notices that the other has gone. */
    private static final Duration SILENCE = Duration.ofSeconds(5);

    private final ConsoleFeed feed;
    private final SseEmitter page;
    private final AtomicBoolean open = new AtomicBoolean(true);

    ConsoleStream(ConsoleFeed feed, SseEmitter page) {
        this.feed = feed;
        this.page = page;
        page.onCompletion(() -> open.set(false));
        page.onTimeout(() -> open.set(false));
        page.onError(_ -> open.set(false));
    }

    @Override
    public void run() {
        @Nullable ConsoleView shown = null;
        Instant told = feed.now();
        try {
            while (open.get()) {
                var next = feed.view();
                var now = feed.now();
                var change = ViewChange.between(shown, next, now);
                if (!change.isEmpty() || !now.isBefore(told.plus(SILENCE))) {
                    page.send(SseEmitter.event().data(change, MediaType.APPLICATION_JSON));
                    told = now;
                }
                shown = next;
                Thread.sleep(ConsoleFeed.PACE);
            }
        } catch (IOException | IllegalStateException e) {
            // The page has gone: that is how its reader ends.
            open.set(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            page.complete();
        }
    }
}
