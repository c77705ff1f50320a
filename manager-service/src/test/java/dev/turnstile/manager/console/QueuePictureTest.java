package dev.turnstile.manager.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.turnstile.manager.console.ConsoleView.NextWorkload;
import dev.turnstile.manager.console.ConsoleView.QueueNode;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.model.kueue.ClusterQueue;
import dev.turnstile.model.kueue.Cohort;
import dev.turnstile.model.meta.KubernetesJson;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueuePictureTest {

    @Test
    void whatOneBorrowsAnotherHasLent() {
        var root = drawn(List.of(queue("a", "all", 4, 7), queue("b", "all", 5, 1)), List.of());

        assertThat(root).hasSize(1);
        assertThat(root.getFirst().kind()).isEqualTo("Cohort");
        assertThat(bar(root.getFirst()))
                .extracting(QuotaBar::nominal, QuotaBar::used, QuotaBar::borrowed, QuotaBar::lent)
                .containsExactly("9", "8", "", "3");
        assertThat(root.getFirst().children())
                .extracting(
                        QueueNode::name,
                        node -> bar(node).borrowed(),
                        node -> bar(node).lent())
                .containsExactly(tuple("a", "3", ""), tuple("b", "", "3"));
        var lender = bar(root.getFirst().children().getLast());
        assertThat(lender.filled()).isEqualTo(0.2);
        assertThat(lender.away()).isEqualTo(0.6);
    }

    @Test
    void whoOfSeveralHasLentItNobodyKnows() {
        var root = drawn(List.of(queue("a", "all", 0, 3), queue("b", "all", 2, 0), queue("c", "all", 4, 0)), List.of());

        assertThat(root.getFirst().children())
                .extracting(QueueNode::name, node -> bar(node).lent())
                .containsExactly(tuple("a", ""), tuple("b", "up to 2"), tuple("c", "1 to 3"));
    }

    @Test
    void quotaThatIsNotForLendingIsNotLent() {
        var keeps = ConsoleObjects.clusterQueue("""
            metadata: {name: b}
            spec:
              cohortName: all
              resourceGroups:
              - coveredResources: [cpu]
                flavors: [{name: default, resources: [{name: cpu, nominalQuota: 4, lendingLimit: 1}]}]
            """);
        var root = drawn(List.of(queue("a", "all", 2, 3), keeps, queue("c", "all", 1, 1)), List.of());

        assertThat(root.getFirst().children())
                .extracting(
                        QueueNode::name,
                        node -> bar(node).borrowed(),
                        node -> bar(node).lent())
                .containsExactly(tuple("a", "1", ""), tuple("b", "", "1"), tuple("c", "", ""));
    }

    @Test
    void aCohortBorrowsFromItsParentWhatItsOwnDoNotHave() {
        var root = drawn(
                List.of(queue("a", "left", 2, 5), queue("b", "left", 1, 0), queue("c", "right", 6, 1)),
                List.of(cohort("left", "top"), cohort("right", "top")));

        assertThat(root).extracting(QueueNode::name).containsExactly("top");
        var left = root.getFirst().children().getFirst();
        var right = root.getFirst().children().getLast();
        assertThat(left.name()).isEqualTo("left");
        // Of the three that a borrows, b has lent one, and the other cohort two.
        assertThat(bar(left)).extracting(QuotaBar::borrowed, QuotaBar::lent).containsExactly("2", "1");
        assertThat(bar(left.children().getLast()).lent()).isEqualTo("1");
        assertThat(bar(right)).extracting(QuotaBar::borrowed, QuotaBar::lent).containsExactly("", "2");
        assertThat(bar(right.children().getFirst()).lent()).isEqualTo("2");
        assertThat(bar(root.getFirst()))
                .extracting(QuotaBar::borrowed, QuotaBar::lent)
                .containsExactly("", "3");
    }

    @Test
    void aCycleIsDrawnOnce() {
        var roots = drawn(List.of(queue("a", "egg", 1, 0)), List.of(cohort("egg", "hen"), cohort("hen", "egg")));

        assertThat(roots).extracting(QueueNode::name).containsExactly("egg");
        assertThat(roots.getFirst().children()).extracting(QueueNode::name).containsExactly("hen", "a");
    }

    @Test
    void aCohortCountsWhoIsInItAndAQueueShowsWhoIsNext() {
        var next = List.of(new NextWorkload("team/a", 5, "waits", true));
        var queue = ConsoleObjects.clusterQueue("""
            metadata: {name: a}
            spec: {cohortName: all}
            status:
              pendingWorkloads: 2
              admittedWorkloads: 3
              conditions:
              - {type: Active, status: "False", reason: Stopped, message: Can't admit new workloads, lastTransitionTime: "2026-11-18T12:00:00Z"}
            """);

        var root = new QueuePicture(List.of(queue), List.of())
                .draw("east", Map.of("a", next))
                .roots()
                .getFirst();

        assertThat(root.pending()).isEqualTo(2);
        assertThat(root.admitted()).isEqualTo(3);
        assertThat(root.children().getFirst().next()).isEqualTo(next);
        assertThat(root.children().getFirst().says()).isEqualTo("Can't admit new workloads");
    }

    @Test
    void aClustersTotalHasTheQuotaOfItsCohorts() {
        var own = ConsoleObjects.cohort("""
            metadata: {name: all}
            spec:
              resourceGroups:
              - coveredResources: [cpu]
                flavors: [{name: default, resources: [{name: cpu, nominalQuota: 10}]}]
            """);

        assertThat(new QueuePicture(List.of(queue("a", "all", 0, 4), queue("b", "", 5, 1)), List.of(own)).total())
                .singleElement()
                .extracting(QuotaBar::nominal, QuotaBar::used, QuotaBar::borrowed)
                .containsExactly("15", "5", "");
    }

    /** Twenty thousand would be no stack, and no JSON. */
    @Test
    void cohortsInALongChainAreDrawnAsFarAsTheyCanBeRead() {
        var chain = IntStream.range(0, 20_000)
                .mapToObj(level -> cohort("c" + level, "c" + (level + 1)))
                .toList();

        var root = drawn(List.of(queue("a", "c0", 4, 3)), chain).getFirst();

        assertThat(root.name()).isEqualTo("c20000");
        assertThat(bar(root)).extracting(QuotaBar::nominal, QuotaBar::used).containsExactly("4", "3");
        var lowest = root;
        var levels = 1;
        while (!lowest.children().isEmpty()) {
            lowest = lowest.children().getFirst();
            levels++;
        }
        assertThat(levels).isEqualTo(50);
        assertThat(lowest.says()).isEqualTo("19952 Cohorts and ClusterQueues below it are not shown");
        assertThat(KubernetesJson.write(root)).contains("\"name\":\"c19951\"");
    }

    @Test
    void aTreeOfSoManyAmountsThatTheyWouldNotFitIntoMemoryIsRefused() {
        var queues = IntStream.range(0, 800)
                .mapToObj(number -> ConsoleObjects.clusterQueue("""
                    metadata: {name: q%1$d}
                    spec:
                      cohortName: all
                      resourceGroups:
                      - coveredResources: [cpu]
                        flavors: [{name: f%1$d, resources: [{name: cpu, nominalQuota: 1}]}]
                    """.formatted(number)))
                .toList();

        assertThatThrownBy(() -> new QueuePicture(queues, List.of()))
                .hasMessageStartingWith("the tree of all has 640800 amounts of quota");
    }

    private static List<QueueNode> drawn(List<ClusterQueue> queues, List<Cohort> cohorts) {
        return new QueuePicture(queues, cohorts).draw("east", Map.of()).roots();
    }

    private static QuotaBar bar(QueueNode node) {
        return node.quotas().getFirst();
    }

    private static ClusterQueue queue(String name, String cohort, int nominal, int reserved) {
        return ConsoleObjects.clusterQueue("""
            metadata: {name: %s}
            spec:
              cohortName: "%s"
              resourceGroups:
              - coveredResources: [cpu]
                flavors: [{name: default, resources: [{name: cpu, nominalQuota: %d}]}]
            status:
              flavorsReservation: [{name: default, resources: [{name: cpu, total: %d}]}]
            """.formatted(name, cohort, nominal, reserved));
    }

    private static Cohort cohort(String name, String parent) {
        return ConsoleObjects.cohort("{metadata: {name: %s}, spec: {parentName: %s}}".formatted(name, parent));
    }
}
