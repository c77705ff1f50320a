package dev.turnstile.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.audit.AuditSettings.Mode;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.informer.Watched;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A store that nobody watches for: every change is a watch event that was lost. */
@Timeout(60)
class StoreCheckIT {
    private static final ApiResource CONFIG_MAP = new ApiResource("v1", "ConfigMap", "configmaps", true);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final String namespace = TestCluster.shared().newNamespace("audit");
    private final Store<ObjectNode> store = new Store<>(CONFIG_MAP, "audited=" + namespace, object -> object);
    private ApiConnection connection;
    private Auditor auditor;
    private Instant now = Instant.parse("2026-11-01T12:00:00Z");

    @BeforeEach
    void connect() {
        connection = new HttpApiConnection(TestClient.of(TestCluster.shared().kubeconfig()));
        auditor = auditor(Mode.REPAIR);
    }

    private Auditor auditor(Mode mode) {
        return new Auditor(
                new AuditSettings(mode, MINUTE, Duration.ofMinutes(10)),
                List.of(new StoreCheck(connection, List.of(store), Duration.ofMinutes(10))),
                () -> true,
                () -> now);
    }

    private ObjectNode create(String name) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata").put("name", name).putObject("labels").put("audited", namespace);
        return connection.create(CONFIG_MAP, namespace, object);
    }

    private ObjectKey key(String name) {
        return new ObjectKey(namespace, name);
    }

    private void change(String name) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("data").put("changed", "yes");
        connection.patch(CONFIG_MAP, key(name), "", patch);
    }

    private void pass() throws InterruptedException {
        auditor.pass();
        now = now.plus(MINUTE);
    }

    private void passes(int number) throws InterruptedException {
        for (int i = 0; i < number; i++) {
            pass();
        }
    }

    private long found(String kind) {
        return auditor.counts().findings(kind);
    }

    @Test
    void anObjectWhoseCreationWasLostIsRead() throws InterruptedException {
        var _ = create("lost");

        passes(4);

        assertThat(store.get(key("lost"))).isNotNull();
        assertThat(found(StoreCheck.MISSING)).isEqualTo(1);
        assertThat(auditor.counts().findings()).isEqualTo(1);
    }

    @Test
    void anObjectWhoseChangeWasLostIsReadAgain() throws InterruptedException {
        Watched.shows(store, create("changed"));
        change("changed");

        passes(4);

        assertThat(Objects.requireNonNull(store.get(key("changed")))
                        .path("data")
                        .path("changed")
                        .asString(""))
                .isEqualTo("yes");
        assertThat(found(StoreCheck.OUTDATED)).isEqualTo(1);
    }

    @Test
    void anObjectWhoseEndWasLostGoes() throws InterruptedException {
        Watched.shows(store, create("gone"));
        connection.delete(CONFIG_MAP, key("gone"), JsonNodeFactory.instance.objectNode());

        passes(4);

        assertThat(store.size()).isZero();
        assertThat(found(StoreCheck.GONE)).isEqualTo(1);
    }

    @Test
    void oneThatTookTheNameOfAnotherTakesItsPlace() throws InterruptedException {
        Watched.shows(store, create("reborn"));
        connection.delete(CONFIG_MAP, key("reborn"), JsonNodeFactory.instance.objectNode());
        String uid = create("reborn").path("metadata").path("uid").asString();

        passes(4);

        assertThat(Objects.requireNonNull(store.entry(key("reborn"))).uid()).isEqualTo(uid);
        assertThat(found(StoreCheck.MISSING)).isEqualTo(1);
    }

    @Test
    void aWatchThatIsSlowerThanAListIsNoFault() throws InterruptedException {
        ObjectNode late = create("late");
        var _ = create("brief");
        passes(2);
        Watched.shows(store, late);
        connection.delete(CONFIG_MAP, key("brief"), JsonNodeFactory.instance.objectNode());

        passes(3);

        assertThat(auditor.counts().findings()).isZero();
        assertThat(store.size()).isEqualTo(1);
    }

    @Test
    void eachKindIsListedOnceInTheIntervalAndWithoutContents() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            Watched.shows(store, create("page-" + i));
        }
        Store<ObjectNode> empty = new Store<>(CONFIG_MAP, "audited=nobody", object -> object);
        StoreCheck check = new StoreCheck(connection, List.of(empty, store), Duration.ofMinutes(10));
        assertThat(check.findings(now)).isEmpty();
        assertThat(check.findings(now.plus(MINUTE))).isEmpty();
        change("page-1");

        assertThat(check.findings(now.plus(Duration.ofMinutes(2))))
                .as("before its turn")
                .isEmpty();
        assertThat(check.findings(now.plus(Duration.ofMinutes(5))))
                .as("in its turn")
                .hasSize(1);
        assertThat(connection
                        .metadata(CONFIG_MAP.path(), Map.of("labelSelector", "audited=" + namespace))
                        .path("items")
                        .path(0)
                        .has("data"))
                .isFalse();
    }
}
