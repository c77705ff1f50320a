package dev.turnstile.worker.visibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.core.workload.AdmissionConstraints;
import dev.turnstile.core.workload.Requeue;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.service.extension.StatusException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingLinesTest {
    private static final Page ALL = Page.of("", "");
    private static final List<Workload> LINE =
            List.of(in("a", "main", "a0"), in("b", "main", "b0"), in("a", "main", "a1"), in("a", "other", "o0"));

    private static Workload in(String namespace, String queue, String name) {
        return new Workload(
                new WorkloadKey(namespace, name),
                name,
                queue,
                0,
                Instant.EPOCH,
                true,
                false,
                List.of(),
                List.of(),
                AdmissionConstraints.NONE,
                Requeue.NOW,
                null,
                null);
    }

    private static List<String> shown(List<PendingWorkload> page) {
        return page.stream()
                .map(each -> each.workload().key().name() + " " + each.inClusterQueue() + "/" + each.inLocalQueue())
                .toList();
    }

    @Test
    void positionsInLocalQueuesAreCountedByNamespaceAndName() {
        assertThat(shown(PendingLines.ofClusterQueue(LINE, ALL)))
                .containsExactly("a0 0/0", "b0 1/0", "a1 2/1", "o0 3/0");
        assertThat(shown(PendingLines.ofLocalQueue(LINE, "a", "main", ALL))).containsExactly("a0 0/0", "a1 2/1");
        assertThat(PendingLines.ofLocalQueue(LINE, "c", "main", ALL)).isEmpty();
    }

    @Test
    void aPageKeepsThePositionsOfTheWholeQueue() {
        assertThat(shown(PendingLines.ofClusterQueue(LINE, Page.of("1", "2")))).containsExactly("b0 1/0", "a1 2/1");
        assertThat(shown(PendingLines.ofLocalQueue(LINE, "a", "main", Page.of("1", "5"))))
                .containsExactly("a1 2/1");
        assertThat(PendingLines.ofClusterQueue(LINE, Page.of("4", ""))).isEmpty();
    }

    @Test
    void limitsAreThoseOfKueue() {
        assertThat(Page.of("", "")).isEqualTo(new Page(0, 1_000));
        assertThat(Page.of("0", "0")).isEqualTo(new Page(0, 1_000));
        assertThat(Page.of("-1", "-1")).isEqualTo(new Page(0, 0));
        assertThat(Page.of(Long.toString(Long.MAX_VALUE), "1000000")).isEqualTo(new Page(Integer.MAX_VALUE, 100_000));
        assertThatThrownBy(() -> Page.of("x", ""))
                .isInstanceOf(StatusException.class)
                .hasMessage("strconv.ParseInt: parsing \"x\": invalid syntax");
    }
}
