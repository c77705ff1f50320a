package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.admission.Admission;
import dev.turnstile.embedded.api.ClusterClient;
import dev.turnstile.embedded.api.ExtensionServers;
import dev.turnstile.embedded.api.ResourceType;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.access.AccessCheck;
import dev.turnstile.embedded.api.access.Authorizer;
import dev.turnstile.embedded.api.access.Reviews;
import dev.turnstile.embedded.api.access.Tokens;
import dev.turnstile.embedded.api.aggregate.Aggregation;
import dev.turnstile.embedded.api.crd.CustomResources;
import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.api.local.LocalClient;
import dev.turnstile.embedded.api.local.Operations;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.tls.FrontProxy;
import dev.turnstile.embedded.api.tls.TlsIdentity;
import dev.turnstile.embedded.api.write.AdmissionChain;
import dev.turnstile.embedded.api.write.Deletes;
import dev.turnstile.embedded.api.write.NamespaceLifecycle;
import dev.turnstile.embedded.api.write.Patches;
import dev.turnstile.embedded.api.write.StoredAdmissionConfiguration;
import dev.turnstile.embedded.api.write.SubresourceWrites;
import dev.turnstile.embedded.api.write.Writes;
import dev.turnstile.embedded.fault.Faults;
import dev.turnstile.embedded.quota.ResourceQuotas;
import dev.turnstile.embedded.store.Store;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Assembles one cluster's API and serves it over HTTPS. */
public final class ApiServer implements AutoCloseable {
    private static final UserInfo SYSTEM =
            new UserInfo("system:apiserver", "", List.of("system:masters", "system:authenticated"), Map.of());

    private final Core core;
    private final Faults faults;
    private final Metrics metrics;
    private final Aggregation aggregation;
    private final HttpsServer front;

    /** The parts that work without a socket. */
    private static final class Core {
        final Store store = new Store();
        final InstantSource time = InstantSource.system();
        final TypeRegistry registry;
        final CustomResources custom;
        final Tokens tokens;
        final Authorizer authorizer;
        final Operations operations;
        final ClusterClient system;

        Core(Collection<ResourceType> builtIns) {
            registry = new TypeRegistry(builtIns);
            tokens = new Tokens(store, time);
            authorizer = new Authorizer(store);
            Admission admission = new Admission(new StoredAdmissionConfiguration(store, registry, authorizer));
            AtomicReference<ClusterClient> late = new AtomicReference<>();
            AdmissionChain chain = new AdmissionChain(
                    admission,
                    new NamespaceLifecycle(store.shelf("namespaces")),
                    new ResourceQuotas(time),
                    () -> Objects.requireNonNull(late.get()));
            Reads reads = new Reads(store);
            Writes writes = new Writes(store, chain, time);
            Deletes deletes = new Deletes(store, chain, time);
            operations = new Operations(
                    registry,
                    reads,
                    writes,
                    new Patches(writes),
                    deletes,
                    new SubresourceWrites(reads, writes, deletes, tokens, time));
            system = new LocalClient(operations, SYSTEM, "kube-apiserver");
            late.set(system);
            custom = new CustomResources(registry, store, time, system);
            registry.addBuiltIn(custom.definitionType());
        }
    }

    /** @param builtIns called while the web server starts in another thread, since both take long in a young JVM */
    public ApiServer(int port, long seed, Supplier<Collection<ResourceType>> builtIns) {
        Thread.ofVirtual().name("embedded-keys").start(TlsIdentity::shared);
        CompletableFuture<HttpsServer> prepared = CompletableFuture.supplyAsync(
                () -> new HttpsServer(port), Thread.ofVirtual().name("embedded-front")::start);
        core = new Core(builtIns.get());
        AtomicReference<HttpsServer> late = new AtomicReference<>();
        faults = new Faults(seed, new Faults.ServerControl() {
            @Override
            public void compact() {
                core.store.compact();
            }

            @Override
            public void restart(Duration away) {
                core.store.compact();
                Objects.requireNonNull(late.get()).restart(away);
            }

            @Override
            public void leave() {
                core.store.compact();
                Objects.requireNonNull(late.get()).leave();
            }

            @Override
            public void comeBack() {
                Objects.requireNonNull(late.get()).comeBack();
            }
        });
        ResourceHandler resources = new ResourceHandler(
                core.operations, new Reviews(core.tokens, core.authorizer, core.time), faults, core.time);
        metrics = new Metrics(core.store);
        aggregation = new Aggregation(core.store);
        Documents documents = new Documents(core.registry, aggregation, core.custom::established, core.tokens, metrics);
        front = prepared.join();
        front.start(new ApiHandler(
                documents, resources, aggregation, core.tokens, new AccessCheck(core.authorizer), faults, metrics));
        late.set(front);
    }

    public URI address() {
        return URI.create("https://127.0.0.1:" + front.port());
    }

    /** Adds a text to {@code /metrics}. */
    public void addMetrics(Supplier<String> text) {
        metrics.add(text);
    }

    public String adminToken() {
        return core.tokens.admin();
    }

    public String certificateAuthority() {
        return TlsIdentity.shared().authority();
    }

    public Faults faults() {
        return faults;
    }

    public ExtensionServers extensions() {
        return aggregation;
    }

    /** How extension API servers know this one: the data of their ConfigMap. */
    public Map<String, String> frontProxy() {
        return FrontProxy.shared().trust();
    }

    /** The API without a socket, as the user of the server itself. */
    public ClusterClient client() {
        return core.system;
    }

    @Override
    public void close() {
        faults.clear();
        faults.dropWatches();
        front.close();
        aggregation.close();
        core.custom.close();
    }
}
