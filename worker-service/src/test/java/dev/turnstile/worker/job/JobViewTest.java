package dev.turnstile.worker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.meta.KubernetesJson;
import dev.turnstile.worker.TrainingRuns;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.job.JobView.StartTime;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.node.ObjectNode;

/** What a decision sees of jobs, read by the integrations of two kinds. */
class JobViewTest {
    private static final String TEMPLATE = "template: {spec: {containers: [{name: c, image: 'example.com/app:1'}]}}";

    private final Placements placements = new Placements(Stores.empty().flavors());

    private static ObjectNode object(String yaml) {
        return KubernetesJson.tree(new Yaml().<Object>load(yaml));
    }

    private static ObjectNode job(String metadata, String spec, String status) {
        return object("""
            apiVersion: batch/v1
            kind: Job
            metadata: {name: run, namespace: team, uid: one%s}
            spec: {%s, parallelism: 2, %s}
            status: {%s}
            """.formatted(metadata, spec, TEMPLATE, status));
    }

    private static Workload workload(String uid, String owners) {
        return KubernetesJson.read(object("""
            apiVersion: kueue.x-k8s.io/v1beta2
            kind: Workload
            metadata: {name: run, namespace: team, uid: w, labels: {kueue.x-k8s.io/job-uid: %s}, ownerReferences: [%s]}
            spec: {queueName: main, active: true, podSets: [{name: main, count: 3, %s}]}
            status: {}
            """.formatted(uid, owners, TEMPLATE)), Workload.class);
    }

    private static final String OWNER = "{apiVersion: batch/v1, kind: Job, name: run, uid: %s}";

    @Test
    void bothKindsOfJobsAreSeenInTheSameTerms() {
        JobView job = JobView.of(new BatchJob(), job("", "suspend: true", ""), null, placements);
        JobView training = JobView.of(new TrainingRuns(), object("""
            apiVersion: example.com/v1
            kind: TrainingRun
            metadata: {name: run, namespace: team, uid: one}
            spec: {paused: true, workers: 2, %s}
            """.formatted(TEMPLATE)), null, placements);

        for (JobView view : new JobView[] {job, training}) {
            assertThat(view.run()).isEqualTo(new JobView.Run(true, false, StartTime.NONE));
            assertThat(view.template().podSets())
                    .singleElement()
                    .satisfies(pods -> assertThat(pods.count()).isEqualTo(2));
            assertThat(view.template().placed()).isFalse();
            assertThat(view.ending()).isNull();
        }
    }

    @Test
    void aStartTimeMayGoOnceTheJobsOwnControllerHasStoppedIt() {
        String started = "startTime: '2026-01-01T11:00:00Z', active: 2";
        String stopped = started + ", conditions: [{type: Suspended, status: 'True'}]";

        assertThat(JobView.of(new BatchJob(), job("", "suspend: true", started), null, placements)
                        .run())
                .isEqualTo(new JobView.Run(true, true, StartTime.SET));
        assertThat(JobView.of(new BatchJob(), job("", "suspend: true", stopped), null, placements)
                        .run()
                        .startTime())
                .isEqualTo(StartTime.REMOVABLE);
    }

    @Test
    void aWorkloadOfAnotherJobIsNotSeen() {
        Workload other = workload("another", OWNER.formatted("another"));
        Workload own = workload("one", OWNER.formatted("one"));

        assertThat(JobView.of(new BatchJob(), job("", "suspend: true", ""), other, placements)
                        .workload())
                .isNull();
        JobView view = JobView.of(new BatchJob(), job("", "suspend: true", ""), own, placements);
        assertThat(view.workload()).isSameAs(own);
        assertThat(view.template().matches()).as("two pods, not three").isFalse();
    }

    @Test
    void aPrebuiltWorkloadIsSeenAsLongAsNobodyElseOwnsIt() {
        String names = ", annotations: {kueue.x-k8s.io/prebuilt-workload-name: run}";
        ObjectNode job = job(names, "suspend: true", "");
        Workload free = workload("", "");
        Workload taken = workload("another", OWNER.formatted("another"));

        assertThat(JobView.of(new BatchJob(), job, free, placements).workload()).isSameAs(free);
        assertThat(JobView.of(new BatchJob(), job, taken, placements).workload())
                .isNull();
        assertThat(JobView.of(new BatchJob(), job("", "suspend: true", ""), free, placements)
                        .workload())
                .as("it names none")
                .isNull();
    }
}
