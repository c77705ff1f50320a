package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.Waiting;
import dev.turnstile.worker.job.BatchJob;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** KEP-6915's test plan line by line, and what else holds of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ResourceLock("admission cluster") // Some stories start its worker again.
class SchedulingGatedByIT {
    private static final String GATE = "kueue.x-k8s.io/scheduling-gated-by: example.com/mygate";

    private AdmissionCluster cluster;

    @BeforeAll
    void start() {
        cluster = AdmissionCluster.of(new BatchJob());
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    private String job(String team, String name) {
        return AdmissionCluster.JOBS.formatted(team) + "/" + name;
    }

    private void create(String team, String name, String spec, String annotations) {
        cluster.api().post(AdmissionCluster.JOBS.formatted(team), AdmissionCluster.job(name, spec, annotations));
    }

    private boolean suspended(String team, String name) {
        return cluster.api().get(job(team, name)).at("/spec/suspend").asBoolean(false);
    }

    private void eventuallyHeld(String team, String name, String gate) {
        Waiting.until(
                name + " to be held",
                () -> cluster.told(team, "Job", name, "SchedulingGated", "Held by scheduling gate \"" + gate + "\""));
        assertThat(cluster.workloads(team)).isEmpty();
        assertThat(suspended(team, name)).isTrue();
    }

    private void eventuallyRuns(String team, String name) {
        Waiting.until(name + " to run", () -> !suspended(team, name));
    }

    @Test
    void toggleWorkloadCreationViaAnnotationRemoval() {
        String team = cluster.team("toggle", 1);
        // 1. a Job with the annotation, which requests 0.1 cpu
        create(team, "gated", "", GATE);
        cluster.patch(job(team, "gated"), template("100m"));
        // 2. no Workload, the Job remains gated
        eventuallyHeld(team, "gated", "example.com/mygate");
        // 3. 0.2 cpu, and the annotation goes
        cluster.patch(job(team, "gated"), template("200m"));
        cluster.patch(job(team, "gated"), "{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: null}}}");
        // 4. a Workload of the new requirements, in the normal flow
        Waiting.until("a Workload", () -> cluster.workloads(team).size() == 1);
        JsonNode workload = cluster.workloads(team).getFirst();
        assertThat(workload.at("/spec/podSets/0/template/spec/containers/0/resources/requests/cpu")
                        .asString())
                .isEqualTo("200m");
        eventuallyRuns(team, "gated");
    }

    private static String template(String cpu) {
        return "{spec: {template: {spec: {containers: [{name: c, image: 'example.com/app:1', resources: {requests:"
                + " {cpu: "
                + cpu + "}}}]}}}}";
    }

    @Test
    void forbidAddingSchedulingGatedByPostCreation() {
        String team = cluster.team("add", 1);
        // 1. a Job without the annotation
        create(team, "plain", "", "");
        eventuallyRuns(team, "plain");
        // 2. and 3. adding it is refused, in words that say so
        assertThat(cluster.refused(
                        () -> cluster.patch(job(team, "plain"), "{metadata: {annotations: {" + GATE + "}}}")))
                .contains("metadata.annotations[kueue.x-k8s.io/scheduling-gated-by]: Forbidden: cannot be added after");
    }

    @Test
    void forbidUsingASchedulingGatedByThatIsNotDomainLike() {
        String team = cluster.team("format", 1);
        for (String value : new String[] {"not a domain", "mygate", "Example.com/a", "example.com/", "/a", "''"}) {
            assertThat(cluster.refused(() -> create(team, "bad", "", "kueue.x-k8s.io/scheduling-gated-by: " + value)))
                    .as(value)
                    .contains("scheduling-gated-by]: Invalid value", "must be a domain-prefixed path");
        }
        assertThat(cluster.refused(() ->
                        create(team, "bad", "", "kueue.x-k8s.io/scheduling-gated-by: example.com/" + "a".repeat(52))))
                .contains("Too long: may not be more than 63 bytes");
        create(team, "good", "", "kueue.x-k8s.io/scheduling-gated-by: example.com/" + "a".repeat(51));
    }

    @Test
    void itCanBeRemovedButNotChangedAndEverythingElseMayChange() {
        String team = cluster.team("change", 1);
        create(team, "gated", "", GATE);

        assertThat(cluster.refused(() -> cluster.patch(
                        job(team, "gated"),
                        "{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: example.com/other}}}")))
                .contains("Forbidden: can only be removed, not changed");
        cluster.patch(job(team, "gated"), "{metadata: {labels: {mine: yes-it-is}}, spec: {parallelism: 2}}");
        cluster.patch(job(team, "gated"), "{metadata: {annotations: {kueue.x-k8s.io/scheduling-gated-by: null}}}");
        Waiting.until(
                "a Workload of the Job as it is then",
                () -> cluster.workloads(team).stream()
                        .anyMatch(
                                workload -> workload.at("/spec/podSets/0/count").asInt(0) == 1));
    }

    @Test
    void aGatedJobStaysSuspendedAndItsEventSaysWhy() {
        String team = cluster.team("suspend", 1);
        create(team, "gated", "", GATE);
        eventuallyHeld(team, "gated", "example.com/mygate");

        cluster.patch(job(team, "gated"), "{spec: {suspend: false}}");

        Waiting.until(
                "it to be suspended again",
                () -> suspended(team, "gated")
                        && cluster.told(team, "Job", "gated", "Stopped", "Held by scheduling gate"));
        assertThat(cluster.workloads(team)).isEmpty();
    }

    @Test
    void eachTimeThatAGatedJobIsStartedTheCountOfItsEventRises() {
        String team = cluster.team("insists", 1);
        create(team, "gated", "", GATE);
        eventuallyHeld(team, "gated", "example.com/mygate");

        for (int time = 1; time <= 3; time++) {
            int times = time;
            cluster.patch(job(team, "gated"), "{spec: {suspend: false}}");
            Waiting.until(
                    "it to be stopped for the " + times + ". time",
                    () -> suspended(team, "gated") && stopped(team) == times);
        }
    }

    /** How often its events say in all that the job was stopped. */
    private int stopped(String team) {
        return cluster.api()
                .get("/api/v1/namespaces/" + team + "/events")
                .path("items")
                .valueStream()
                .filter(event -> event.path("reason").asString("").equals("Stopped"))
                .mapToInt(event -> event.path("count").asInt(0))
                .sum();
    }

    @Test
    void upstreamsLaterNameHoldsTheSame() {
        String team = cluster.team("later", 1);
        create(team, "migrated", "", "kueue.x-k8s.io/admission-gated-by: 'example.com/a,example.com/b'");
        eventuallyHeld(team, "migrated", "example.com/a,example.com/b");

        assertThat(cluster.refused(() -> cluster.patch(
                        job(team, "migrated"),
                        "{metadata: {annotations: {kueue.x-k8s.io/admission-gated-by:"
                                + " 'example.com/a,example.com/c'}}}")))
                .contains("can only remove gates, not add new ones");
        cluster.patch(
                job(team, "migrated"), "{metadata: {annotations: {kueue.x-k8s.io/admission-gated-by: example.com/b}}}");
        Waiting.until(
                "it to be held by what is left",
                () -> cluster.told(team, "Job", "migrated", "SchedulingGated", "\"example.com/b\""));
        assertThat(cluster.workloads(team)).isEmpty();
        cluster.patch(job(team, "migrated"), "{metadata: {annotations: {kueue.x-k8s.io/admission-gated-by: null}}}");
        eventuallyRuns(team, "migrated");
    }

    @Test
    void deletingAGatedJobLeavesNothingBehindAndTheMetricFollows() {
        String team = cluster.team("metric", 1);
        create(team, "one", "", "kueue.x-k8s.io/scheduling-gated-by: example.com/metric");
        create(team, "two", "", "kueue.x-k8s.io/scheduling-gated-by: example.com/metric");
        Waiting.until("two to be counted", () -> gated(2));
        String created = cluster.api()
                .get(job(team, "one"))
                .at("/metadata/creationTimestamp")
                .asString();
        assertThat(series("kueue_oldest_scheduling_gated_job_timestamp_seconds"))
                .singleElement()
                .satisfies(line -> assertThat(value(line))
                        .isEqualTo((double) Instant.parse(created).getEpochSecond()));

        cluster.api().delete(job(team, "one"), AdmissionCluster.yaml("{propagationPolicy: Background}"));
        Waiting.until("one to be counted", () -> gated(1));
        cluster.api().delete(job(team, "two"), AdmissionCluster.yaml("{propagationPolicy: Background}"));
        Waiting.until("none to be counted", () -> gated(0));
        assertThat(cluster.workloads(team)).isEmpty();
    }

    private boolean gated(int jobs) {
        List<String> counted = series("kueue_scheduling_gated_jobs");
        return jobs == 0 ? counted.isEmpty() : counted.size() == 1 && value(counted.getFirst()) == jobs;
    }

    /** What a scrape says of the jobs behind this test's gate. */
    private List<String> series(String name) {
        return Scrape.of(cluster.runtime())
                .lines()
                .filter(line -> line.startsWith(
                        name + "{gate=\"example.com/metric\",kind=\"Job\",replica_role=\"standalone\"}"))
                .toList();
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }

    @Test
    void switchedOffLaterGatedJobsGetTheirWorkloadsAtOnce() {
        String team = cluster.team("off", 1);
        create(team, "gated", "", GATE);
        eventuallyHeld(team, "gated", "example.com/mygate");

        cluster.restart(false);
        try {
            eventuallyRuns(team, "gated");
            create(team, "ignored", "", GATE);
            Waiting.until(
                    "the annotation to be ignored",
                    () -> cluster.workloads(team).size() == 2);
        } finally {
            cluster.restart(true);
        }
    }
}
