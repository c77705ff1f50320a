package dev.turnstile.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.service.audit.AuditSettings.Mode;
import dev.turnstile.service.informer.ObjectKey;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as found, and what follows from it, pass by pass. */
class AuditorTest {
    private static final ObjectKey JOB = new ObjectKey("team", "job-a");
    private static final ObjectKey OTHER = new ObjectKey("team", "job-b");

    private final Books books = new Books("lost");
    private boolean active = true;

    /** Books that differ as the test says. */
    private static final class Books implements AuditCheck {
        final String kind;
        final List<Finding> differ = new ArrayList<>();
        final List<ObjectKey> repaired = new ArrayList<>();
        boolean broken;

        Books(String kind) {
            this.kind = kind;
        }

        void differ(ObjectKey subject, String state) {
            differ.add(new Finding(kind, subject, state, "read at " + differ.size()));
        }

        @Override
        public Set<String> kinds() {
            return Set.of(kind);
        }

        @Override
        public List<Finding> findings(Instant now) {
            if (broken) {
                throw new UncheckedIOException(new ConnectException("refused"));
            }
            return List.copyOf(differ);
        }

        @Override
        public void repair(Finding finding) {
            repaired.add(finding.subject());
            differ.removeIf(each -> each.subject().equals(finding.subject()));
        }
    }

    private Auditor auditor(Mode mode, AuditCheck... checks) {
        return new Auditor(
                new AuditSettings(mode, Duration.ofMinutes(1), Duration.ofMinutes(10)),
                List.of(checks),
                () -> active,
                InstantSource.fixed(Instant.parse("2026-11-01T12:00:00Z")));
    }

    @Test
    void whatIsFoundTwiceInARowIsReadAgain() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPAIR, books);
        books.differ(JOB, "in no queue");
        auditor.pass();
        assertThat(books.repaired).as("after the first pass").isEmpty();

        auditor.pass();
        auditor.pass();

        assertThat(books.repaired).containsExactly(JOB);
        assertThat(auditor.counts().findings("lost")).isEqualTo(1);
        assertThat(auditor.counts().repairs("lost")).isEqualTo(1);
    }

    @Test
    void whatIsThereOnceOrOtherwiseTheNextTimeIsAChangeUnderWay() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPAIR, books);
        books.differ(JOB, "in no queue");
        auditor.pass();
        books.differ.clear();
        books.differ(JOB, "in two queues");
        auditor.pass();
        books.differ.clear();
        auditor.pass();
        books.differ(JOB, "in two queues");
        auditor.pass();

        assertThat(auditor.counts().findings()).isZero();
    }

    @Test
    void reportTouchesNothingAndCountsEveryPassThatFindsItAgain() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT, books);
        books.differ(JOB, "in no queue");
        for (int i = 0; i < 4; i++) {
            auditor.pass();
        }

        assertThat(books.repaired).isEmpty();
        assertThat(auditor.counts().findings("lost")).isEqualTo(3);
        assertThat(auditor.counts().repairs("lost")).isZero();
    }

    @Test
    void aCheckThatFailsForgetsNothingAndHoldsUpNoOther() throws InterruptedException {
        Books broken = new Books("ledger");
        broken.differ(OTHER, "counted twice");
        Auditor auditor = auditor(Mode.REPAIR, broken, books);
        books.differ(JOB, "in no queue");
        auditor.pass();
        broken.broken = true;
        auditor.pass();
        broken.broken = false;
        auditor.pass();

        assertThat(books.repaired).containsExactly(JOB);
        assertThat(broken.repaired).containsExactly(OTHER);
    }

    @Test
    void whoDoesNotWriteHasNothingToBeCompleteOf() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPAIR, books);
        books.differ(JOB, "in no queue");
        auditor.pass();
        active = false;
        auditor.pass();
        active = true;
        auditor.pass();

        assertThat(auditor.counts().findings()).isZero();
    }

    @Test
    void everyKindIsASeriesFromTheStart() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        auditor(Mode.REPORT, books).counts().bindTo(registry);

        assertThat(registry.get("kueue.audit.findings")
                        .tag("kind", "lost")
                        .functionCounter()
                        .count())
                .isZero();
        assertThat(registry.get("kueue.audit.repairs")
                        .tag("kind", "lost")
                        .functionCounter()
                        .count())
                .isZero();
    }
}
