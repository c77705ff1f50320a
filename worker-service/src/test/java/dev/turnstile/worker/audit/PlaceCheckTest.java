package dev.turnstile.worker.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.core.cycle.Scheduler;
import dev.turnstile.core.cycle.SetAside;
import dev.turnstile.core.cycle.Whereabouts;
import dev.turnstile.core.cycle.WriteTask;
import dev.turnstile.core.message.Message;
import dev.turnstile.core.workload.Workload;
import dev.turnstile.core.workload.WorkloadKey;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.audit.AuditSettings;
import dev.turnstile.service.audit.AuditSettings.Mode;
import dev.turnstile.service.audit.Auditor;
import dev.turnstile.service.audit.Finding;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Watched;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.state.Attention;
import dev.turnstile.worker.state.FedCache;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** Books that were broken on purpose, each in its own way, pass by pass. */
class PlaceCheckTest {
    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
    private static final String RUNS = FedCache.HOLDS_QUOTA.formatted("cq");
    private static final String RETURNS = "requeueState: {count: 1, requeueAt: '2026-11-01T12:30:00Z'}";
    private static final String HALF_PAST = "2026-11-01T12:30:00Z";

    private final FedCache fed = new FedCache();
    private final DirectBooks books = new DirectBooks(fed.cache(), NOW);
    private final ReadOnlyApi api = new ReadOnlyApi();
    private final List<Finding> found = new ArrayList<>();

    /** What is wrong with the books. */
    enum Fault {
        FORGOTTEN("workload_forgotten") {
            @Override
            void happens(PlaceCheckTest world) {
                world.scheduler().remove(core("waits"));
            }
        },
        POPPED_AND_NEVER_PUT_BACK("workload_forgotten") {
            @Override
            void happens(PlaceCheckTest world) {
                world.scheduler().remove(core("parked"));
                world.fed.workload("team", "parked", "main", "", "");
                var _ = world.scheduler().heads(NOW);
            }
        },
        AN_OBJECT_OF_WHICH_NOBODY_WAS_NOTIFIED("workload_forgotten") {
            @Override
            void happens(PlaceCheckTest world) {
                world.fed.unnoted("team", "new", "main", "", "");
            }
        },
        ASIDE_ALTHOUGH_IT_MAY_QUEUE("workload_misplaced") {
            @Override
            void happens(PlaceCheckTest world) {
                SetAside why = new SetAside(SetAside.Cause.ON_HOLD, "main", "cq", Message.of("held"));
                world.scheduler().hold(world.known("waits"), why, NOW);
            }
        },
        QUEUED_ALTHOUGH_IT_WAS_DEACTIVATED("workload_misplaced") {
            @Override
            void happens(PlaceCheckTest world) {
                world.fed.unnoted("team", "waits", "main", "active: false,", "");
            }
        },
        IN_ANOTHER_QUEUE("workload_misplaced") {
            @Override
            void happens(PlaceCheckTest world) {
                world.fed.unnoted("team", "waits", "other", "", "");
            }
        },
        LEFT_AFTER_ITS_END("workload_left") {
            @Override
            void happens(PlaceCheckTest world) {
                ObjectNode last = KubernetesJson.tree(
                        Objects.requireNonNull(world.fed.stores().workloads().get(key("runs"))));
                Watched.ends(world.fed.stores().workloads(), last);
            }
        },
        SCHEDULED_BY_AN_OLD_STATE("workload_outdated") {
            @Override
            void happens(PlaceCheckTest world) {
                world.fed.unnoted("team", "waits", "main", "priority: 7,", "");
            }
        },
        QUOTA_THAT_NOBODY_SHOWS("quota_differs") {
            @Override
            void happens(PlaceCheckTest world) {
                Workload other = world.known("runs");
                world.scheduler().put(world.known("parked").withAdmission(other.admission()), NOW);
            }
        },
        QUOTA_THAT_IS_NOT_COUNTED("quota_differs") {
            @Override
            void happens(PlaceCheckTest world) {
                world.fed.unnoted("team", "parked", "main", "", RUNS);
            }
        },
        A_RETURN_THAT_NOBODY_WAKES("time_missed") {
            @Override
            void happens(PlaceCheckTest world) {
                Instant later = Instant.parse(HALF_PAST).plusSeconds(1);
                world.books.attention = new Attention(true, true, true, later, later);
            }
        },
        A_RETURN_FOR_WHICH_NOBODY_HAS_AN_ALARM("time_missed") {
            @Override
            void happens(PlaceCheckTest world) {
                world.books.attention = new Attention(true, true, false, NOW, NOW);
            }
        },
        A_TASK_THAT_NO_WRITER_HAS("write_lost") {
            @Override
            void happens(PlaceCheckTest world) {
                world.admitsParked();
                List<WriteTask> lost = world.scheduler().takeTasks(NOW);
                assertThat(lost).hasSize(1);
                world.books.inHand = _ -> false;
            }
        },
        A_TASK_THAT_WAS_NEVER_HANDED_OUT("write_lost") {
            @Override
            void happens(PlaceCheckTest world) {
                world.admitsParked();
                world.books.inHand = _ -> false;
            }
        };

        final String kind;

        Fault(String kind) {
            this.kind = kind;
        }

        abstract void happens(PlaceCheckTest world);
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("team", name);
    }

    private static WorkloadKey core(String name) {
        return new WorkloadKey("team", name);
    }

    private Scheduler scheduler() {
        return fed.cache().scheduler();
    }

    private Workload known(String name) {
        return Objects.requireNonNull(scheduler().workload(core(name)));
    }

    private void admitsParked() {
        scheduler().remove(core("runs"));
        Watched.ends(
                fed.stores().workloads(),
                KubernetesJson.tree(
                        Objects.requireNonNull(fed.stores().workloads().get(key("runs")))));
        var _ = scheduler().cycle(NOW);
        assertThat(scheduler().reserved()).hasSize(1);
    }

    private Auditor auditor(Mode mode) {
        AuditSettings settings = new AuditSettings(mode, Duration.ofMinutes(1), Duration.ofMinutes(10));
        PlaceCheck check = new PlaceCheck(api, fed.stores(), fed.surroundings(), fed.gates(), books, Threads.system());
        Auditor auditor = new Auditor(settings, List.of(check), () -> true, FedCache.NOON);
        auditor.whenFound(found::add);
        return auditor;
    }

    private void apiHasWhatTheStoreHas() {
        fed.stores()
                .workloads()
                .all()
                .forEach(workload -> api.has(fed.stores().workloads().resource(), KubernetesJson.tree(workload)));
    }

    @BeforeEach
    void soundBooks() {
        fed.namespace("team");
        fed.clusterQueue("cq", 1, "");
        fed.localQueue("team", "main", "cq");
        fed.clusterQueue("empty", 0, "stopPolicy: Hold,");
        fed.localQueue("team", "other", "empty");
        fed.workload("team", "runs", "main", "", RUNS);
        fed.workload("team", "parked", "main", "", "");
        var _ = scheduler().cycle(NOW);
        fed.workload("team", "waits", "main", "", "");
        fed.workload("team", "stopped", "other", "", "");
        fed.workload("team", "lost", "nowhere", "", "");
        fed.workload("team", "off", "main", "active: false,", "");
        fed.workload("team", "returns", "main", "", RETURNS);
        fed.workload("team", "over", "main", "", """
            conditions: [{type: Finished, status: 'True', reason: Succeeded, message: '',
            lastTransitionTime: '2026-11-01T11:31:00Z'}]\
            """);
    }

    @Test
    void soundBooksHaveNoFindings() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        auditor.pass();
        auditor.pass();

        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aFaultIsFoundInTwoPassesAndRepairedByReadingItsObject(Fault fault) throws InterruptedException {
        Auditor auditor = auditor(Mode.REPAIR);
        fault.happens(this);
        apiHasWhatTheStoreHas();
        auditor.pass();
        assertThat(found).as("after one pass").isEmpty();

        auditor.pass();

        assertThat(found).extracting(Finding::kind).containsOnly(fault.kind);
        assertThat(found).allSatisfy(finding -> assertThat(finding.history()).contains("the scheduler has it: "));
        assertThat(auditor.counts().repairs(fault.kind)).isEqualTo(found.size());
        assertThat(api.read).hasSize(found.size());
        books.attention = DirectBooks.AT_REST;
        int before = found.size();
        auditor.pass();
        auditor.pass();
        assertThat(found).as("after the repair").hasSize(before);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void reportTouchesNothing(Fault fault) throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        fault.happens(this);
        apiHasWhatTheStoreHas();
        for (int i = 0; i < 3; i++) {
            auditor.pass();
        }

        assertThat(auditor.counts().findings(fault.kind)).isGreaterThanOrEqualTo(2);
        assertThat(auditor.counts().repairs(fault.kind)).isZero();
        assertThat(api.read).isEmpty();
    }

    @Test
    void aWorkloadInTwoPlaces() {
        Whereabouts queued = scheduler().whereabouts(core("parked"));
        Whereabouts holding = scheduler().whereabouts(core("runs"));
        Whereabouts both =
                new Whereabouts(known("parked"), queued.queued(), holding.holding(), null, null, false, null);
        Subject subject = Subject.of(key("parked"), fed.stores(), fed.surroundings(), fed.gates());

        assertThat(PlaceRules.findings(subject, new Sighting(both, false, DirectBooks.AT_REST)))
                .extracting(Finding::kind)
                .containsExactly("workload_twice");
    }

    @Test
    void whatIsNotedBetweenTwoPassesIsNoFault() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        fed.unnoted("team", "new", "main", "", "");
        auditor.pass();
        fed.workload("team", "new", "main", "", "");
        auditor.pass();

        assertThat(found).isEmpty();
    }

    @Test
    void whatChangesFasterThanItIsNotedIsNoFault() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        for (int i = 0; i < 4; i++) {
            fed.unnoted("team", "waits", "main", "priority: %d,".formatted(i + 1), "");
            auditor.pass();
        }

        assertThat(found).isEmpty();
    }

    @Test
    void anAdmissionThatIsWrittenJustNowIsNoFault() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        admitsParked();
        auditor.pass();
        auditor.pass();

        assertThat(found).isEmpty();
    }

    @Test
    void tasksThatNobodyMayHandOutYetAreNoFault() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        admitsParked();
        books.inHand = _ -> false;
        books.attention = new Attention(false, false, true, NOW, NOW);
        auditor.pass();
        auditor.pass();

        assertThat(found).isEmpty();
    }

    @Test
    void aVictimThatGivesItsQuotaBackIsNoFault() throws InterruptedException {
        fed.clusterQueue("cq", 1, "preemption: {withinClusterQueue: LowerPriority},");
        fed.workload("team", "urgent", "main", "priority: 100,", "");
        var _ = scheduler().cycle(NOW);
        assertThat(scheduler().assumption(core("runs"))).isNotNull();
        Auditor auditor = auditor(Mode.REPORT);
        auditor.pass();
        auditor.pass();

        assertThat(found).isEmpty();
    }

    @Test
    void amongVeryManyEachHasItsTurn() throws InterruptedException {
        Auditor auditor = auditor(Mode.REPORT);
        Stream.iterate(0, i -> i < 3 * PlaceCheck.SLICE, i -> i + 1)
                .forEach(i -> fed.workload("team", "many-" + i, "main", "", ""));
        scheduler().remove(core("many-" + (2 * PlaceCheck.SLICE)));
        auditor.pass();
        auditor.pass();

        assertThat(found)
                .singleElement()
                .satisfies(finding -> assertThat(finding.subject()).isEqualTo(key("many-" + (2 * PlaceCheck.SLICE))));
    }
}
