package dev.turnstile.core.cycle;

import static dev.turnstile.core.story.ClusterQueueBuilder.aClusterQueue;
import static dev.turnstile.core.story.WorkloadBuilder.aWorkload;
import static dev.turnstile.core.story.World.aWorld;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Outcome.Waiting;
import dev.turnstile.core.hierarchy.PreemptionPolicy.Candidates;
import dev.turnstile.core.story.World;
import dev.turnstile.vocabulary.WaitingReason;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The words that users know: conditions and events are a contract. */
class MessagesTest {

    @Test
    void howMuchIsMissing() {
        World world = aWorld().with(aClusterQueue("cq").quota("on-demand", 4).quota("spot", 3))
                .running(aWorkload("a").requests(4), aWorkload("b").requests(3));
        world.create(aWorkload("late").requests(2));

        Waiting waiting = (Waiting) world.outcomeOf("late");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.WAITING_FOR_QUOTA);
        assertThat(waiting.message().text())
                .isEqualTo("couldn't assign flavors to pod set main: insufficient unused quota for cpu in flavor"
                        + " on-demand, 2 more needed, insufficient unused quota for cpu in flavor spot, 2 more needed");
    }

    @Test
    void moreThanThereEverIs() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("huge").requests(8));

        Waiting waiting = (Waiting) world.outcomeOf("huge");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.EXCEEDS_MAX_QUOTA);
        assertThat(waiting.message().text())
                .isEqualTo("couldn't assign flavors to pod set main: insufficient quota for cpu in flavor default,"
                        + " previously considered podsets requests (0) + current podset request (8) > maximum"
                        + " capacity (4)");
    }

    @Test
    void aResourceThatNobodyCovers() {
        World world = aWorld().with(aClusterQueue("cq").quota("default", 4));
        world.create(aWorkload("gpu").podSet("main", 1, null, Map.of("example.com/gpu", 1L)));

        Waiting waiting = (Waiting) world.outcomeOf("gpu");
        assertThat(waiting.reason()).isEqualTo(WaitingReason.NO_MATCHING_FLAVOR);
        assertThat(waiting.message().text())
                .isEqualTo("couldn't assign flavors to pod set main: resource example.com/gpu unavailable in"
                        + " ClusterQueue");
    }

    @Test
    void preemptionNamesBothSides() {
        World world = aWorld().with(aClusterQueue("a")
                        .cohort("team")
                        .quota("default", 4)
                        .preempts(Candidates.NEVER, Candidates.ANY))
                .with(aClusterQueue("b").cohort("team").quota("default", 4))
                .running(aWorkload("borrower").in("b").requests(6));
        world.create(aWorkload("owner").in("a").requests(4));

        Outcome.Preempt preempt = (Outcome.Preempt) world.outcomeOf("owner");
        assertThat(preempt.message().text())
                .isEqualTo("couldn't assign flavors to pod set main: insufficient unused quota for cpu in flavor"
                        + " default, 2 more needed. Pending the preemption of 1 workload(s)");
        assertThat(preempt.victims().getFirst().message(preempt.workload(), "").text())
                .isEqualTo("Preempted to accommodate a workload (UID: uid-owner, JobUID: UNKNOWN) due to reclamation"
                        + " within the cohort; preemptor path: /team/a; preemptee path: /team/b");
    }

    @Test
    void theEventOfAnAdmissionTellsWhatElseWasConsidered() {
        World world = aWorld().with(aClusterQueue("a").cohort("team").quota("default", 1))
                .with(aClusterQueue("b").cohort("team").quota("default", 4));
        world.create(aWorkload("borrower").in("a").requests(3));

        Outcome.Admit admit = (Outcome.Admit) world.outcomeOf("borrower");
        assertThat(admit.message().text()).isEqualTo("Quota reserved in ClusterQueue a");
        assertThat(admit.assignment().flavorsConsidered()).isEqualTo("main: default(Fit;borrow=1)");
    }
}
