package dev.turnstile.proof.world;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.config.Reading;
import dev.turnstile.proof.api.Line;
import dev.turnstile.proof.thread.Baton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A fleet while a scenario runs in it. */
final class World {
    static final String MANAGER = "manager";

    private static final Duration RECOVERY = Duration.ofSeconds(60);

    static final String ORCHESTRATED = "MultiKueueOrchestratedPreemption";

    private static final Map<String, Configuration> CONFIGURATIONS = new ConcurrentHashMap<>();

    private final Baton baton;
    private final SplittableRandom random;
    private final Scenario.Setting setting;
    private final Map<String, Cluster> clusters = new LinkedHashMap<>();
    private final Map<String, Service> services = new LinkedHashMap<>();
    private long disturbedUntil;
    private final Map<String, Map<String, Boolean>> gates = new LinkedHashMap<>();
    private final Map<String, Configuration> configured = new LinkedHashMap<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Supplier<String>> log = new ArrayList<>();

    World(Scenario scenario) {
        random = new SplittableRandom(scenario.order());
        baton = new Baton(random.split());
        setting = scenario.setting();
        if (setting.managed()) {
            cluster(MANAGER, "manager-worker").furnishManager(setting);
        }
        for (String name : setting.workerNames()) {
            cluster(name, name).furnish(setting);
        }
        if (setting.managed()) {
            for (int replica = 0; replica < setting.replicas(); replica++) {
                String service = MANAGER + (replica == 0 ? "" : "-standby");
                services.put(
                        service,
                        new ManagerService(
                                service,
                                cluster(MANAGER),
                                new LinkedHashMap<>(clusters),
                                () -> configuration(service),
                                baton,
                                random.split()));
            }
        }
        clusters.values().forEach(cluster -> cluster.server().observe(new Invariants(this, cluster)));
        if (setting.managed()) {
            GateInvariants gates = new GateInvariants(this);
            PreemptionInvariants preemptions = new PreemptionInvariants(this);
            PlacementInvariants placements = new PlacementInvariants(this, Restarts.of(scenario));
            clusters.values().forEach(cluster -> {
                cluster.server().observe(gates);
                cluster.server().observe(preemptions);
                cluster.server().observe(placements);
            });
        }
        RestlessnessInvariants restlessness = new RestlessnessInvariants(this);
        clusters.values().forEach(cluster -> cluster.server().observe(restlessness));
        services.values().forEach(service -> service.whenViolated(this::violated));
        services.values().forEach(Service::start);
    }

    private Cluster cluster(String name, String service) {
        Cluster cluster = new Cluster(name, baton, random.split());
        clusters.put(name, cluster);
        for (int replica = 0; replica < setting.replicas(); replica++) {
            String one = service + (replica == 0 ? "" : "-standby");
            services.put(one, new WorkerService(one, cluster, () -> configuration(one), baton, random.split()));
        }
        return cluster;
    }

    private Configuration configuration(String service) {
        return configured.computeIfAbsent(service, this::configure);
    }

    private Configuration configure(String service) {
        Map<String, Boolean> features = new TreeMap<>(Map.of(ORCHESTRATED, setting.orchestrated()));
        features.putAll(gates.getOrDefault(service, Map.of()));
        String words = features.entrySet().stream()
                .map(each -> each.getKey() + ": " + each.getValue())
                .collect(Collectors.joining(", "));
        return CONFIGURATIONS.computeIfAbsent(
                setting.replicas() + " " + setting.fairSharing() + " " + words,
                _ -> Reading.ofText("""
                    apiVersion: config.kueue.x-k8s.io/v1beta2
                    kind: Configuration
                    leaderElection: {leaderElect: %s}
                    multiKueue: {gcInterval: 1m, workerLostTimeout: 2m, singleClusterPreemptionTimeout: 20s}
                    featureGates: {%s}
                    %s
                    """.formatted(
                                        setting.replicas() > 1, words, setting.fairSharing() ? "fairSharing: {}" : ""))
                        .orThrow());
    }

    /** Something has happened that lasts for that time, and that takes some more to get over. */
    void disturbed(Duration time) {
        disturbedUntil =
                Math.max(disturbedUntil, baton.now() + time.plus(RECOVERY).toNanos());
    }

    /** Whether whatever has happened was long enough ago. */
    boolean undisturbed() {
        return baton.now() >= disturbedUntil;
    }

    Scenario.Setting setting() {
        return setting;
    }

    /** Has a process started again, as a rollout does, with a feature gate as it is to be. */
    void switchGate(String service, String gate, boolean on) {
        Service found = services.get(service);
        if (found != null) {
            gates.computeIfAbsent(service, _ -> new TreeMap<>()).put(gate, on);
            configured.remove(service);
            found.process().kill();
        }
    }

    /** Whether every service orchestrates preemption, and always did. */
    boolean orchestrates() {
        return setting.orchestrated() && !switched(ORCHESTRATED);
    }

    /** Whether that feature gate was ever set in one of the services. */
    boolean switched(String gate) {
        return gates.values().stream().anyMatch(each -> each.containsKey(gate));
    }

    Baton baton() {
        return baton;
    }

    Map<String, Cluster> clusters() {
        return clusters;
    }

    Map<String, Service> services() {
        return services;
    }

    List<String> violations() {
        return violations;
    }

    /** What happened, in words. */
    List<String> log() {
        return log.stream().map(Supplier::get).toList();
    }

    Cluster cluster(String name) {
        return Objects.requireNonNull(clusters.get(name), name);
    }

    @Nullable
    Line line(String service, String cluster) {
        Service found = services.get(service);
        return found == null ? null : found.line(cluster(cluster));
    }

    /** Whether a manager does not get through to that cluster. */
    boolean isCutOff(String cluster) {
        return services.values().stream()
                .filter(ManagerService.class::isInstance)
                .anyMatch(service -> service.line(cluster(cluster)).isCut());
    }

    void violated(String what) {
        violations.add("after %s: %s".formatted(Duration.ofNanos(baton.now()), what));
        baton.stop();
    }

    /** How much all clusters were written to. */
    long writes() {
        return clusters.values().stream()
                .mapToLong(cluster -> cluster.server().writes())
                .sum();
    }

    /** Everything is as it should be from now on: faults are over, and nobody has left the world worse. */
    void heal() {
        for (Service service : services.values()) {
            for (Line line : service.lines()) {
                line.heal();
            }
        }
    }

    void note(String line) {
        note(() -> line);
    }

    /** Notes what is put into words only where somebody reads it. */
    void note(Supplier<String> line) {
        double now = baton.now() / 1e9;
        log.add(() -> "%10.3fs %s".formatted(now, line.get()));
    }
}
