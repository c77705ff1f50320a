package dev.turnstile.playground.endurance;

import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.service.DeployedAccount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code LoadProof PEER ASSETS FOLDER VARIATION…}: upstream's load on worker-service as a process, to the end. Fails
 * where a Workload was not run, the audit has found something, or the service has logged an error. The variations are
 * those of {@link LoadVariation}, in small letters.
 */
final class LoadProof {
    private static final Duration LONGEST = Duration.ofMinutes(Integer.getInteger("load.minutes", 5));
    private static final long SEED = 15;
    private static final int SHOWN = 20;

    private final LoadVariation variation;
    private final Path folder;

    private LoadProof(LoadVariation variation, Path folder) {
        this.variation = variation;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path peer = Path.of(arguments[0]);
        Path assets = Path.of(arguments[1]);
        boolean allRun = true;
        for (String name : List.of(arguments).subList(3, arguments.length)) {
            Path folder = Files.createDirectories(Path.of(arguments[2], name));
            allRun &= new LoadProof(LoadVariation.of(name), folder).run(peer, assets);
        }
        if (!allRun) {
            System.exit(1);
        }
    }

    private boolean run(Path peer, Path assets) throws IOException, InterruptedException {
        Path generator = LoadSize.FIFTH.generator(peer, folder);
        try (Upstream upstream =
                        new Upstream(peer, assets, generator, Repository.file("deploy/crds"), LONGEST, folder);
                WriteFaults faults =
                        new WriteFaults(variation.refused(), variation.code(), variation.thought(), SEED)) {
            String administrators = upstream.awaitCluster();
            Kubeconfig admin = Kubeconfig.parse(administrators);
            try (HttpApi api = new HttpApi(admin);
                    Wire wire = new Wire(admin.server().getPort(), variation.way())) {
                if (variation.hasWebhook()) {
                    faults.install(api);
                }
                long start = System.nanoTime();
                try (ServiceProcess service = new ServiceProcess(
                        "worker-service", kubeconfig(administrators, admin, wire), configuration(), log())) {
                    upstream.awaitEnd(service);
                    double wall = (System.nanoTime() - start) / 1e9;
                    return isRight(upstream, service, api, wall, faults);
                }
            }
        }
    }

    private Path kubeconfig(String administrators, Kubeconfig admin, Wire wire) throws IOException {
        String account = DeployedAccount.WORKER_SERVICE.kubeconfig(administrators);
        return Files.writeString(
                folder.resolve("service.kubeconfig"),
                variation.way().isNone()
                        ? account
                        : account.replace(":" + admin.server().getPort(), ":" + wire.port()));
    }

    private Path configuration() throws IOException {
        return Files.writeString(folder.resolve("configuration.yaml"), """
            apiVersion: config.kueue.x-k8s.io/v1beta2
            kind: Configuration
            """);
    }

    private Path log() {
        return folder.resolve("service.log");
    }

    /** Prints what was measured, and whatever is not as it should be. */
    private boolean isRight(Upstream upstream, ServiceProcess service, HttpApi api, double wall, WriteFaults faults)
            throws IOException, InterruptedException {
        Census census = Census.of(api);
        String figures = String.format(
                Locale.ROOT,
                "CPU %.1f s, peak RSS %.0f MB, %s",
                service.cpu().toMillis() / 1e3,
                service.peakMegabytes(),
                Traffic.of(api));
        showUnfinished(census, service);
        List<String> findings = service.auditFindings();
        findings.forEach(finding -> System.out.println("the audit has found: " + finding));
        Complaints complaints = Complaints.in(log());
        System.out.print(complaints);
        boolean sawAll = upstream.finish();
        Upstream.Seen seen = upstream.seen().orElse(Upstream.Seen.NOTHING);
        System.out.printf(
                Locale.ROOT,
                "%s: %,d of %,d finished (the runner saw %,d), %.0f s, %,d evictions; %s%s%n",
                variation,
                census.finished(),
                census.workloads(),
                seen.finished(),
                wall,
                seen.evictions(),
                figures,
                variation.hasWebhook() ? "; " + faults : "");
        return sawAll
                && findings.isEmpty()
                && complaints.errors().isEmpty()
                && census.workloads() > 0
                && census.unfinished().isEmpty();
    }

    private static void showUnfinished(Census census, ServiceProcess service) {
        if (!census.unfinished().isEmpty()) {
            service.managementPort()
                    .ifPresent(port -> System.out.println(
                            "the service about its queues: " + Endpoints.read(port, "/actuator/queues")));
        }
        census.unfinished().stream().limit(SHOWN).forEach(workload -> show(workload, service));
    }

    private static void show(ObjectNode workload, ServiceProcess service) {
        String name = workload.at("/metadata/namespace").asString("") + "/"
                + workload.at("/metadata/name").asString("");
        System.out.println("not finished: " + name + ": " + workload.path("status"));
        service.managementPort()
                .ifPresent(port -> System.out.println(
                        "  the service about it: " + Endpoints.read(port, "/actuator/workloads/" + name)));
    }
}
