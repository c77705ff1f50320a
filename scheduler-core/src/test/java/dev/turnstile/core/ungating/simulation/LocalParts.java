package dev.turnstile.core.ungating.simulation;

import dev.turnstile.core.dispatch.CheckMessage;
import dev.turnstile.core.dispatch.Finish;
import dev.turnstile.core.dispatch.LocalWorkload;
import dev.turnstile.core.dispatch.RememberedUngating;
import dev.turnstile.vocabulary.CheckState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A local workload taken apart, to be put together again with some parts changed. */
final class LocalParts {

    private final String key;
    private String version;
    private boolean active;
    private Optional<Instant> reservedSince;
    private boolean evicted;
    private Optional<Finish> finished;
    private CheckState check;
    private CheckMessage checkMessage;
    private Optional<String> clusterName;
    private List<String> nominated;
    private Optional<Instant> nominatedAt;
    private Optional<RememberedUngating> lastUngated;

    LocalParts(LocalWorkload from) {
        key = from.key();
        version = from.version();
        active = from.active();
        reservedSince = from.reservedSince();
        evicted = from.evicted();
        finished = from.finished();
        check = from.check();
        checkMessage = from.checkMessage();
        clusterName = from.clusterName();
        nominated = from.nominated();
        nominatedAt = from.nominatedAt();
        lastUngated = from.lastUngated();
    }

    LocalParts version(String value) {
        version = value;
        return this;
    }

    LocalParts active(boolean value) {
        active = value;
        return this;
    }

    LocalParts reservedSince(Optional<Instant> value) {
        reservedSince = value;
        return this;
    }

    LocalParts evicted(boolean value) {
        evicted = value;
        return this;
    }

    LocalParts finished(Finish value) {
        finished = Optional.of(value);
        return this;
    }

    LocalParts check(CheckState value, CheckMessage message) {
        check = value;
        checkMessage = message;
        return this;
    }

    LocalParts clusterName(Optional<String> value) {
        clusterName = value;
        return this;
    }

    LocalParts nominated(List<String> value) {
        nominated = value;
        return this;
    }

    LocalParts nominatedAt(Optional<Instant> value) {
        nominatedAt = value;
        return this;
    }

    LocalParts lastUngated(Optional<RememberedUngating> value) {
        lastUngated = value;
        return this;
    }

    LocalWorkload build() {
        return new LocalWorkload(
                key,
                version,
                true,
                active,
                reservedSince,
                evicted,
                finished,
                check,
                checkMessage,
                clusterName,
                nominated,
                nominatedAt,
                lastUngated);
    }
}
