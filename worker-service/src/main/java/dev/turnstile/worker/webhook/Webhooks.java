package dev.turnstile.worker.webhook;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.feature.Feature;
import dev.turnstile.service.apply.ObjectWriter;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.ControlLoop;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Outcome;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import dev.turnstile.worker.certificate.CertificateMaker;
import dev.turnstile.worker.certificate.Certificates;
import dev.turnstile.worker.certificate.Identity;
import dev.turnstile.worker.inbound.Stores;
import dev.turnstile.worker.job.ManagedKinds;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The webhook server of one worker, and what the API server has to know of it. Every replica answers; the one that
 * leads writes the Secret and the webhook configurations.
 */
public final class Webhooks implements AutoCloseable {
    /** The configurations of {@code deploy/webhooks}; their names are those of Kueue. */
    static final ObjectKey MUTATING = ObjectKey.of("kueue-mutating-webhook-configuration");

    static final ObjectKey VALIDATING = ObjectKey.of("kueue-validating-webhook-configuration");
    private static final String GROUP = "admissionregistration.k8s.io/v1";
    private static final ApiResource MUTATING_KIND =
            new ApiResource(GROUP, "MutatingWebhookConfiguration", "mutatingwebhookconfigurations", false);
    private static final ApiResource VALIDATING_KIND =
            new ApiResource(GROUP, "ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false);
    private static final ApiResource API_SERVICE =
            new ApiResource("apiregistration.k8s.io/v1", "APIService", "apiservices", false);
    private static final List<ObjectKey> API_SERVICES = List.of(
            ObjectKey.of("v1beta1.visibility.kueue.x-k8s.io"), ObjectKey.of("v1beta2.visibility.kueue.x-k8s.io"));
    private static final ApiResource SECRET = new ApiResource("v1", "Secret", "secrets", true);
    private static final ObjectKey ALL = ObjectKey.of("webhooks");
    private static final Duration LONGEST_REST = Duration.ofDays(1);
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    /**
     * What the webhooks take from the worker that they belong to.
     *
     * @param kinds of jobs that it manages
     * @param ready whether it has read the cluster
     * @param active whether it writes
     * @param threads what its loops run on
     */
    public record Worker(
            Stores stores, ManagedKinds kinds, BooleanSupplier ready, BooleanSupplier active, Threads threads) {}

    private final ApiConnection connection;
    private final BooleanSupplier active;
    private final Clock clock;
    private final Threads threads;
    private final ObjectWriter writer;
    private final Store<ObjectNode> secrets = new Store<>(SECRET, object -> object);
    private final Store<ObjectNode> mutating = new Store<>(MUTATING_KIND, object -> object);
    private final Store<ObjectNode> validating = new Store<>(VALIDATING_KIND, object -> object);
    /** Of the server of pending workloads, which shows the same certificate; none where that is off. */
    private final Map<ObjectKey, Store<ObjectNode>> apiServices = new LinkedHashMap<>();

    private final ObjectKey secret;
    private final Location location;
    private final Keeper keeper;
    private final WebhookServer server;
    private final ControlLoop<ObjectKey> loop;
    private final List<Reflector> reflectors = new ArrayList<>();
    private final List<Consumer<Identity>> showing = new CopyOnWriteArrayList<>();
    private volatile Identity shown;
    private volatile boolean ready;
    private boolean trusted;

    /** Listens from now on; {@link #start} makes it known. */
    public Webhooks(
            ApiConnection connection, Configuration configuration, Worker worker, Location location, Clock clock) {
        this.connection = connection;
        this.active = worker.active();
        this.threads = worker.threads();
        this.loop = new ControlLoop<>(threads, "webhooks", 1, key -> keep());
        this.clock = clock;
        this.location = location;
        writer = new ObjectWriter(connection, active, threads);
        CertificateMaker maker = new CertificateMaker(new SecureRandom());
        // Nobody trusts this one: it keeps the port until the one that is shared is read or made.
        shown = maker.create(location.names(), clock.instant()).serving();
        var management = configuration.internalCertManagement();
        secret = new ObjectKey(configuration.namespace(), management.webhookSecretName());
        keeper = management.enable()
                ? new Keeper.Own(maker, location.names())
                : new Keeper.Given(configuration.webhook().certDir());
        ClusterFacts facts = new Stored(configuration, worker.stores(), worker.kinds());
        server = new WebhookServer(
                configuration, shown, new ReviewServlet(ReviewDecisions.byPath(facts), worker.ready()));
        if (configuration.features().enabled(Feature.VISIBILITY_ON_DEMAND)) {
            API_SERVICES.forEach(key -> apiServices.put(key, new Store<>(API_SERVICE, object -> object)));
        }
        apiServices.values().forEach(store -> store.listen((key, before, after) -> loop.add(ALL)));
        secrets.listen((key, before, after) -> loop.add(ALL));
        mutating.listen((key, before, after) -> loop.add(ALL));
        validating.listen((key, before, after) -> loop.add(ALL));
    }

    /** Begins to read and write what makes it known. */
    public void start() {
        reflectors.add(Reflector.start(connection, secrets, secret, threads));
        reflectors.add(Reflector.start(connection, mutating, MUTATING, threads));
        reflectors.add(Reflector.start(connection, validating, VALIDATING, threads));
        apiServices.forEach((key, store) -> reflectors.add(Reflector.start(connection, store, key, threads)));
        loop.start();
        for (Store<ObjectNode> store : List.of(secrets, mutating, validating)) {
            var _ = store.whenSynced().thenRun(() -> loop.add(ALL));
        }
    }

    /** This instance leads now, and writes. */
    public void lookAgain() {
        loop.add(ALL);
    }

    /** The certificate that is shown now. */
    public Identity identity() {
        return shown;
    }

    /** Has another server show the same certificate as this one, now and when it changes. */
    public void share(Consumer<Identity> other) {
        showing.add(other);
        other.accept(shown);
    }

    /** Where it listens. */
    public int port() {
        return server.port();
    }

    /** When the certificate that is shown ends. */
    public Instant certificateEnd() {
        return shown.chain().getFirst().getNotAfter().toInstant();
    }

    /** Whether it shows a certificate that API servers can trust, as far as any of them is to ask. */
    public boolean ready() {
        return ready;
    }

    /** What keeps it from reading; empty where nothing does. */
    public List<String> problems() {
        return Reflector.problems(reflectors);
    }

    private Outcome keep() throws InterruptedException {
        if (!secrets.synced() || !mutating.synced() || !validating.synced()) {
            return Outcome.done();
        }
        List<ObjectNode> configurations = new ArrayList<>();
        mutating.all().forEach(configurations::add);
        validating.all().forEach(configurations::add);
        apiServices.values().forEach(store -> configurations.addAll(store.all()));
        Instant now = clock.instant();
        Keeper.State state = keeper.look(secrets.get(secret), configurations, now);
        if (state.identity() != null) {
            present(state.identity());
            trusted = true;
        }
        // What was shown once is shown on, also while its successor cannot be read.
        ready = trusted || configurations.isEmpty();
        if (active.getAsBoolean()) {
            if (state.toStore() != null) {
                store(state.toStore(), state.reason());
                return Outcome.done();
            }
            if (state.identity() != null) {
                tell(mutating, MUTATING, state.authorities());
                tell(validating, VALIDATING, state.authorities());
                for (var each : apiServices.entrySet()) {
                    writer.update(
                            each.getValue(),
                            each.getKey(),
                            ObjectWriter.Part.MAIN,
                            fresh -> ApiServices.patch(fresh, state.authorities()));
                }
            }
        }
        Duration rest = Duration.between(now, state.until());
        return Outcome.after(rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest.plusMillis(1));
    }

    private void present(Identity identity) {
        if (!identity.chain().equals(shown.chain())) {
            server.present(identity);
            shown = identity;
            showing.forEach(other -> other.accept(identity));
            LOG.info(
                    "webhook certificate in use until {}",
                    identity.chain().getFirst().getNotAfter().toInstant());
        }
    }

    private void store(Certificates certificates, String reason) throws InterruptedException {
        LOG.info("webhook {} stored in Secret {}: {}", certificates, secret, reason);
        var data = Keeper.data(certificates);
        if (secrets.get(secret) == null) {
            ObjectNode object = data.deepCopy();
            object.put("apiVersion", "v1").put("kind", "Secret").put("type", "Opaque");
            object.putObject("metadata").put("namespace", secret.namespace()).put("name", secret.name());
            writer.create(secrets, secret.namespace(), object);
        } else {
            writer.update(secrets, secret, ObjectWriter.Part.MAIN, fresh -> data.deepCopy());
        }
    }

    private void tell(Store<ObjectNode> store, ObjectKey key, String authorities) throws InterruptedException {
        Destination destination = location.destination(port());
        var result = writer.update(
                store,
                key,
                ObjectWriter.Part.MAIN,
                fresh -> WebhookConfigurations.patch(fresh, destination, authorities));
        if (result.changed()) {
            LOG.info("{} {} now names {}", store.resource(), key, destination);
        }
    }

    @Override
    public void close() {
        loop.close();
        reflectors.forEach(Reflector::close);
        server.close();
    }
}
