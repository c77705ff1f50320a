package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.model.kueue.ReclaimablePod;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.FinishedReason;
import dev.turnstile.worker.job.JobView.StartTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.JsonNodeFactory;

/** What is done next in every state of a job (rows) and of its Workload (columns), whatever kind of job it is. */
class JobDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final JobRules RULES = new JobRules(true, Optional.of(Duration.ofMinutes(10)));

    /** Each word stands for a step, see {@link #WORDS}. */
    private static final String TABLE = """
        job              | none   unowned waiting reserved admitted evicting evicted expired   deleting finished
        waiting          | create follow  follow  follow   start    release  follow  deleteJob free     rest
        stopping         | rest   rest    rest    rest     rest     rest     rest    deleteJob rest     rest
        stopped          | clear  clear   clear   clear    clear    clear    clear   deleteJob clear    rest
        placed           | write  write   write   write    start    write    write   deleteJob write    rest
        emptying         | create follow  follow  follow   start    rest     follow  deleteJob rest     rest
        running          | stop   stop    stop    stop     follow   stop     stop    deleteJob stop     rest
        changed          | create change  change  delete   delete   delete   change  deleteJob free     rest
        changedStopped   | clear  change  change  clear    clear    clear    change  deleteJob clear    rest
        changedEmptying  | create change  change  rest     rest     rest     change  deleteJob rest     rest
        changedRunning   | stop   stop    stop    stop     stop     stop     stop    deleteJob stop     rest
        gated            | rest   follow  follow  follow   start    release  follow  deleteJob free     rest
        gatedRunning     | stop   stop    stop    stop     follow   stop     stop    deleteJob stop     rest
        reclaiming       | stop   stop    stop    reclaim  reclaim  reclaim  stop    deleteJob stop     rest
        complete         | rest   finish  finish  finish   finish   finish   finish  deleteJob free     rest
        failed           | rest   finish  finish  finish   finish   finish   finish  deleteJob free     rest
        leaving          | rest   rest    rest    rest     rest     rest     rest    rest      free     rest
        prebuilt         | rest   adopt   follow  follow   start    release  follow  deleteJob free     rest
        prebuiltRunning  | stop   adopt   stop    stop     follow   stop     stop    deleteJob stop     rest
        prebuiltChanged  | rest   adopt   follow  follow   start    release  follow  deleteJob free     rest
        prebuiltOtherRun | stop   adopt   unsync  unsync   unsync   unsync   unsync  deleteJob stop     rest
        """;

    private static final Map<String, Class<? extends JobStep>> WORDS = Map.ofEntries(
            Map.entry("rest", JobStep.Rest.class),
            Map.entry("adopt", JobStep.Adopt.class),
            Map.entry("create", JobStep.Create.class),
            Map.entry("change", JobStep.ChangePodSets.class),
            Map.entry("start", JobStep.Start.class),
            Map.entry("stop", JobStep.Stop.class),
            Map.entry("clear", JobStep.ClearStartTime.class),
            Map.entry("write", JobStep.Restore.class),
            Map.entry("release", JobStep.Release.class),
            Map.entry("reclaim", JobStep.Reclaim.class),
            Map.entry("finish", JobStep.Finish.class),
            Map.entry("unsync", JobStep.EndOutOfSync.class),
            Map.entry("free", JobStep.RemoveWorkloadFinalizer.class),
            Map.entry("delete", JobStep.DeleteWorkload.class),
            Map.entry("deleteJob", JobStep.DeleteJob.class),
            Map.entry("follow", JobStep.Follow.class));

    /** A job of a kind that nobody knows, in the terms of the view. */
    private record Sample(
            JobView.Run run,
            boolean placed,
            boolean matches,
            JobView.Pods pods,
            Integration.@Nullable Ending ending,
            Map<String, String> annotations,
            boolean deleting) {

        static Sample of(boolean suspended, boolean active, StartTime startTime) {
            return new Sample(
                    new JobView.Run(suspended, active, startTime),
                    false,
                    true,
                    new JobView.Pods(false, List.of()),
                    null,
                    Map.of(),
                    false);
        }

        static Sample suspended() {
            return of(true, false, StartTime.NONE);
        }

        static Sample running() {
            return of(false, true, StartTime.SET).withPlacement();
        }

        Sample withPlacement() {
            return new Sample(run, true, matches, pods, ending, annotations, deleting);
        }

        Sample changed() {
            return new Sample(run, placed, false, pods, ending, annotations, deleting);
        }

        Sample reclaiming(ReclaimablePod... done) {
            return new Sample(
                    run, placed, matches, new JobView.Pods(true, List.of(done)), ending, annotations, deleting);
        }

        Sample ended(boolean succeeded) {
            return new Sample(
                    run, placed, matches, pods, new Integration.Ending(succeeded, "it said so"), annotations, deleting);
        }

        Sample annotated(Annotation annotation) {
            return new Sample(run, placed, matches, pods, ending, Map.of(annotation.text(), "example.com/a"), deleting);
        }

        Sample leaving() {
            return new Sample(run, placed, matches, pods, ending, annotations, true);
        }

        JobView with(@Nullable Workload workload, Placements.Found placement) {
            return new JobView(
                    new JobMetadata(new ObjectKey("team", "run"), "uid", NOW, Map.of(), annotations, deleting),
                    workload,
                    run,
                    new JobView.Template(POD_SETS, "", placed, matches),
                    pods,
                    ending,
                    workload != null && workload.status().admitted() ? Optional.of(placement) : Optional.empty());
        }
    }

    private static final List<PodSet> POD_SETS =
            List.of(new PodSet("workers", JsonNodeFactory.instance.objectNode(), 2, null));
    private static final ReclaimablePod ONE_DONE = new ReclaimablePod("workers", 1);
    private static final Placements.Found PLACES =
            new Placements.Found.Places(List.of(Integration.Placement.nowhere("workers", 2)));

    private static final Map<String, Sample> JOBS = Map.ofEntries(
            Map.entry("waiting", Sample.suspended()),
            Map.entry("stopping", Sample.of(true, true, StartTime.SET).withPlacement()),
            Map.entry("stopped", Sample.of(true, false, StartTime.REMOVABLE).withPlacement()),
            Map.entry("placed", Sample.suspended().withPlacement()),
            Map.entry("emptying", Sample.of(true, true, StartTime.NONE)),
            Map.entry("running", Sample.running()),
            Map.entry("changed", Sample.suspended().changed()),
            Map.entry(
                    "changedStopped",
                    Sample.of(true, false, StartTime.REMOVABLE).withPlacement().changed()),
            Map.entry("changedEmptying", Sample.of(true, true, StartTime.NONE).changed()),
            Map.entry("changedRunning", Sample.running().changed()),
            Map.entry("gated", Sample.suspended().annotated(Annotation.SCHEDULING_GATED_BY)),
            Map.entry("gatedRunning", Sample.running().annotated(Annotation.SCHEDULING_GATED_BY)),
            Map.entry("reclaiming", Sample.running().reclaiming(ONE_DONE)),
            Map.entry("complete", Sample.running().ended(true)),
            Map.entry("failed", Sample.suspended().ended(false)),
            Map.entry("leaving", Sample.running().leaving()),
            Map.entry("prebuilt", Sample.suspended().annotated(Annotation.PREBUILT_WORKLOAD_NAME)),
            Map.entry("prebuiltRunning", Sample.running().annotated(Annotation.PREBUILT_WORKLOAD_NAME)),
            Map.entry(
                    "prebuiltChanged",
                    Sample.suspended()
                            .annotated(Annotation.PREBUILT_WORKLOAD_NAME)
                            .changed()),
            Map.entry(
                    "prebuiltOtherRun",
                    Sample.running()
                            .annotated(Annotation.PREBUILT_WORKLOAD_NAME)
                            .changed()));

    private static final String OWNED =
            "ownerReferences: [{apiVersion: v1, kind: Run, name: run, uid: uid, controller: true}]";
    private static final String RESERVED = condition("QuotaReserved", "QuotaReserved", 1);
    private static final String ADMITTED = RESERVED + condition("Admitted", "Admitted", 1);
    private static final String PREEMPTED = condition("Evicted", "Preempted", 1);

    private static String condition(String type, String reason, int minutesAgo) {
        return "{type: %s, status: 'True', reason: %s, message: for another, lastTransitionTime: '%s'},"
                .formatted(type, reason, NOW.minus(Duration.ofMinutes(minutesAgo)));
    }

    private static Workload workload(String metadata, boolean active, String conditions) {
        boolean reserved = conditions.contains("QuotaReserved");
        return KubernetesJson.read(
                KubernetesJson.tree(new Yaml().<Object>load("""
                    apiVersion: kueue.x-k8s.io/v1beta2
                    kind: Workload
                    metadata: {name: run, namespace: team, uid: uid-of-workload, labels: {kueue.x-k8s.io/job-uid: uid}, %s}
                    spec: {queueName: main, active: %s, podSets: [{name: workers, count: 2, template: {spec: {}}}]}
                    status: {%s conditions: [%s]}
                    """.formatted(
                                metadata,
                                active,
                                reserved ? "admission: {clusterQueue: cq, podSetAssignments: []}," : "",
                                conditions))),
                Workload.class);
    }

    private static @Nullable Workload workload(String state) {
        return switch (state) {
            case "none" -> null;
            case "unowned" -> workload("", true, "");
            case "waiting" -> workload(OWNED, true, "");
            case "reserved" -> workload(OWNED, true, RESERVED);
            case "admitted" -> workload(OWNED, true, ADMITTED);
            case "evicting" -> workload(OWNED, true, ADMITTED + PREEMPTED);
            case "evicted" -> workload(OWNED, true, PREEMPTED);
            case "expired" ->
                workload(OWNED, false, condition("Evicted", "DeactivatedDueToRequeuingLimitExceeded", 10));
            case "deleting" -> workload(OWNED + ", deletionTimestamp: '" + NOW + "'", true, ADMITTED);
            case "finished" -> workload(OWNED, true, condition("Finished", "Succeeded", 1));
            default -> throw new IllegalArgumentException(state);
        };
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.strip().split("[ |]+", -1)).toList();
    }

    private static final List<List<String>> ROWS =
            TABLE.lines().map(JobDecisionTest::words).toList();

    static Stream<Arguments> cells() {
        List<String> columns = ROWS.getFirst();
        return ROWS.stream()
                .skip(1)
                .flatMap(row -> IntStream.range(1, columns.size())
                        .mapToObj(column -> Arguments.of(row.getFirst(), columns.get(column), row.get(column))));
    }

    private static Sample job(String name) {
        return Optional.ofNullable(JOBS.get(name)).orElseThrow();
    }

    private static JobStep decide(String job, String workload) {
        return JobDecision.of(job(job).with(workload(workload), PLACES), RULES, NOW);
    }

    @ParameterizedTest(name = "{0} job, {1} Workload: {2}")
    @MethodSource("cells")
    void everyCell(String job, String workload, String word) {
        assertThat(decide(job, workload)).isInstanceOf(WORDS.get(word));
    }

    @Test
    void theTableIsWhole() {
        assertThat(ROWS.stream().skip(1).map(List::getFirst)).containsExactlyInAnyOrderElementsOf(JOBS.keySet());
        assertThat(ROWS).allSatisfy(row -> assertThat(row).hasSameSizeAs(ROWS.getFirst()));
        assertThat(cells().map(cell -> (Object) WORDS.get((String) cell.get()[2]))
                        .collect(Collectors.toSet()))
                .as("every step that is permitted is in the table")
                .containsExactlyInAnyOrder((Object[]) JobStep.class.getPermittedSubclasses());
    }

    @Test
    void aStopSaysWhy() {
        assertThat(decide("running", "waiting")).isEqualTo(new JobStep.Stop("Not admitted by cluster queue"));
        assertThat(decide("running", "evicting")).isEqualTo(new JobStep.Stop("for another"));
        assertThat(decide("running", "evicted")).isEqualTo(new JobStep.Stop("for another"));
        assertThat(decide("running", "deleting")).isEqualTo(new JobStep.Stop("Workload is deleted"));
        assertThat(decide("gatedRunning", "none"))
                .isEqualTo(new JobStep.Stop("Held by scheduling gate \"example.com/a\": no Workload until annotation"
                        + " kueue.x-k8s.io/scheduling-gated-by is removed"));
    }

    @Test
    void whereTheFeatureIsOffAGateMeansNothing() {
        JobRules off = new JobRules(false, Optional.empty());

        assertThat(JobDecision.of(job("gated").with(null, PLACES), off, NOW)).isEqualTo(new JobStep.Create(POD_SETS));
        assertThat(JobDecision.of(job("gatedRunning").with(null, PLACES), off, NOW))
                .isEqualTo(new JobStep.Stop("Not admitted by cluster queue"));
    }

    @Test
    void anAdmittedJobWaitsForAMissingFlavorAndEndsWhereItCannotBePlaced() {
        Workload admitted = workload("admitted");
        JobView missing = job("waiting").with(admitted, new Placements.Found.NotYet("spot"));
        JobView contradiction = job("waiting").with(admitted, new Placements.Found.Contradiction("two zones"));

        assertThat(JobDecision.of(missing, RULES, NOW)).isEqualTo(new JobStep.Rest(null));
        assertThat(JobDecision.of(contradiction, RULES, NOW))
                .isEqualTo(new JobStep.Finish(FinishedReason.FAILED_TO_START, "two zones"));
    }

    @Test
    void podsAreReadyOnlyWhereTheyWereAdmitted() {
        Sample ready = job("running").reclaiming();

        assertThat(JobDecision.of(ready.with(workload("admitted"), PLACES), RULES, NOW))
                .isEqualTo(new JobStep.Follow(true, null));
        assertThat(JobDecision.of(job("waiting").reclaiming().with(workload("waiting"), PLACES), RULES, NOW))
                .isEqualTo(new JobStep.Follow(false, null));
    }

    @Test
    void whatIsReclaimableIsWrittenOnce() {
        Workload admitted = workload("admitted");
        assertThat(admitted).isNotNull();
        Workload reclaimed = admitted.withStatus(
                admitted.status().toBuilder().reclaimablePods(List.of(ONE_DONE)).build());

        assertThat(JobDecision.of(job("reclaiming").with(admitted, PLACES), RULES, NOW))
                .isEqualTo(new JobStep.Reclaim(List.of(ONE_DONE)));
        assertThat(JobDecision.of(job("reclaiming").with(reclaimed, PLACES), RULES, NOW))
                .isInstanceOf(JobStep.Follow.class);
    }

    @Test
    void aDeactivatedJobIsDecidedOnAgainWhenItsTimeIsOver() {
        JobRules longer = new JobRules(true, Optional.of(Duration.ofMinutes(15)));
        Workload deactivated = workload("expired");

        assertThat(JobDecision.of(job("waiting").with(deactivated, PLACES), longer, NOW))
                .isEqualTo(new JobStep.Follow(false, Duration.ofMinutes(5).plusMillis(1)));
        assertThat(JobDecision.of(job("stopping").with(deactivated, PLACES), longer, NOW))
                .isEqualTo(new JobStep.Rest(Duration.ofMinutes(5).plusMillis(1)));
        assertThat(JobDecision.of(job("waiting").with(deactivated, PLACES), new JobRules(true, Optional.empty()), NOW))
                .isEqualTo(new JobStep.Follow(false, null));
    }
}
