package dev.turnstile.manager.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.manager.check.Fleet;
import dev.turnstile.manager.cluster.QueueSights;
import dev.turnstile.manager.cluster.RemoteAccess;
import dev.turnstile.manager.cluster.RemoteClusters;
import dev.turnstile.manager.console.FleetPicture;
import dev.turnstile.manager.inbound.CopyReaders;
import dev.turnstile.manager.inbound.JobCopyReader;
import dev.turnstile.manager.inbound.PodCopyReader;
import dev.turnstile.manager.observe.OrchestrationEndpoint;
import dev.turnstile.manager.trail.DecisionTrail;
import dev.turnstile.model.kueue.AdmissionCheck;
import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.kueue.MultiKueueCluster;
import dev.turnstile.model.kueue.MultiKueueConfig;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.informer.Watched;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** To open a page of the console, or an endpoint, changes no later decision. */
class OpenedPageTest {
    private static final ObjectKey KEY = new ObjectKey("team", "job-a");

    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final InstantSource clock = () -> now;
    private final Store<Workload> workloads = Store.of(KueueKinds.WORKLOAD);
    private final Store<AdmissionCheck> checks = Store.of(KueueKinds.ADMISSION_CHECK);
    private final Store<MultiKueueConfig> configs = Store.of(KueueKinds.MULTIKUEUE_CONFIG);
    private final Store<MultiKueueCluster> clusters = Store.of(KueueKinds.MULTIKUEUE_CLUSTER);
    private final RemoteClusters remotes =
            new RemoteClusters(new RemoteAccess("here", () -> false, clock, Threads.system(), (kubeconfig, calls) -> {
                throw new IllegalStateException("there are no clusters");
            }));
    private final GroupMemories memories = new GroupMemories(clock);
    private final GroupReader reader = new GroupReader(
            workloads,
            new Fleet(checks, configs, clusters),
            remotes,
            new CopyReaders(
                    new JobCopyReader(new Store<>(ApiResource.JOB, object -> object)),
                    new PodCopyReader(new Store<>(ApiResource.POD, object -> object))));
    private final GroupsNow groups = new GroupsNow(reader, memories, clock);
    private final DecisionTrail trail = new DecisionTrail();
    private final FleetPicture console =
            new FleetPicture(workloads, new QueueSights(), remotes, groups, trail, () -> Duration.ofMinutes(5));
    private final OrchestrationEndpoint endpoint = new OrchestrationEndpoint(groups, trail, clock);

    private static void shows(Store<?> store, String kind, String version, String rest) {
        ObjectNode object = JsonMapper.shared().valueToTree(new Yaml().load(rest));
        object.put("apiVersion", "kueue.x-k8s.io/v1beta2").put("kind", kind);
        object.withObject("metadata").put("uid", kind).put("resourceVersion", version);
        Watched.shows(store, object);
    }

    private void nominated(String version, String names) {
        shows(workloads, "Workload", version, """
            metadata: {namespace: team, name: job-a}
            spec: {queueName: queue}
            status:
              nominatedClusterNames: [%s]
              admissionChecks: [{name: mk, state: Pending, lastTransitionTime: '2026-01-01T12:00:00Z', message: ''}]
              conditions:
              - {type: QuotaReserved, status: 'True', reason: QuotaReserved, message: '', lastTransitionTime: '2026-01-01T12:00:00Z'}
            """.formatted(names));
    }

    @BeforeEach
    void aNominatedWorkload() {
        shows(checks, "AdmissionCheck", "1", """
            metadata: {name: mk}
            spec:
              controllerName: kueue.x-k8s.io/multikueue
              parameters: {apiGroup: kueue.x-k8s.io, kind: MultiKueueConfig, name: fleet}
            """);
        shows(
                configs,
                "MultiKueueConfig",
                "1",
                "{metadata: {name: fleet}, spec: {clusters: [worker1, worker2, worker3]}}");
        nominated("1", "worker1");
    }

    /** As the reconciler reads it, and what it decides from: since when the clusters of now are nominated. */
    private Optional<Instant> nominatedAtAsDecidedFrom() {
        GroupView view = Objects.requireNonNull(reader.read(KEY, memories.begun(KEY), now));
        memories.seen(KEY, view.seen());
        return view.group().local().nominatedAt();
    }

    private void everyPageIsOpened() {
        assertThat(console.view()).isNotNull();
        assertThat(console.workload("team", "job-a")).isPresent();
        assertThat(endpoint.all()).containsKey("trail");
        assertThat(groups.view(KEY)).isNotNull();
        var _ = endpoint.one("team", "job-a");
    }

    @Test
    void pagesRememberNoWorkloadThatNothingWasDecidedAbout() {
        everyPageIsOpened();

        assertThat(memories.all()).isEmpty();
        now = now.plusSeconds(240);
        assertThat(nominatedAtAsDecidedFrom()).contains(now);
    }

    @Test
    void pagesDoNotStartTheRoundOfANominationThatWasNotDecidedFrom() {
        assertThat(nominatedAtAsDecidedFrom()).contains(now);
        nominated("2", "worker1, worker2");
        now = now.plusSeconds(60);
        everyPageIsOpened();
        now = now.plusSeconds(60);

        assertThat(nominatedAtAsDecidedFrom()).contains(now);
    }

    @Test
    void pagesDoNotEndTheRoundOfANominationEither() {
        Instant begin = now;
        assertThat(nominatedAtAsDecidedFrom()).contains(begin);
        nominated("2", "");
        everyPageIsOpened();
        nominated("3", "worker1");
        now = now.plusSeconds(60);

        assertThat(nominatedAtAsDecidedFrom()).contains(begin);
    }
}
