package dev.turnstile.service.apply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.service.TestClient;
import dev.turnstile.service.informer.ApiConnection;
import dev.turnstile.service.informer.ApiResource;
import dev.turnstile.service.informer.HttpApiConnection;
import dev.turnstile.service.informer.ObjectKey;
import dev.turnstile.service.informer.Reflector;
import dev.turnstile.service.informer.Store;
import dev.turnstile.service.thread.Threads;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a deletion answers, and what is known after it. */
@Timeout(60)
class ObjectWriterIT {
    private static final ApiResource CONFIG_MAP = new ApiResource("v1", "ConfigMap", "configmaps", true);
    private static final String FINALIZER = "example.com/held";

    private final ObjectKey key = new ObjectKey(TestCluster.shared().newNamespace("writer"), "one");
    private final Store<ObjectNode> store = new Store<>(CONFIG_MAP, object -> object);
    private ApiConnection connection;
    private ObjectWriter writer;

    @BeforeEach
    void connect() {
        connection = new HttpApiConnection(TestClient.of(TestCluster.shared().kubeconfig()));
        writer = new ObjectWriter(connection, () -> true, Threads.system());
    }

    /** Creates the object, and waits until the store has it, as the watch saw it; nothing is watched after that. */
    private String created(String... finalizers) throws InterruptedException {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "v1").put("kind", "ConfigMap");
        object.putObject("metadata").put("name", key.name());
        for (String finalizer : finalizers) {
            object.withObject("metadata").withArray("finalizers").add(finalizer);
        }
        String uid = writer.create(CONFIG_MAP, key.namespace(), object)
                .path("metadata")
                .path("uid")
                .asString();
        try (Reflector _ = Reflector.start(connection, store, Threads.system())) {
            await().atMost(Duration.ofSeconds(30)).until(() -> store.get(key) != null);
        }
        return uid;
    }

    @Test
    void whatIsDeletedTwiceWasDeletedOnce() throws InterruptedException {
        String uid = created();

        assertThat(writer.delete(store, key, uid)).isTrue();
        assertThat(writer.delete(store, key, uid)).isFalse();
    }

    /** Otherwise its reader deletes it at every turn, until a watch that is silent is given up. */
    @Test
    void whatIsNotThereToBeDeletedIsKnownToBeGoneBeforeTheWatchSaysSo() throws InterruptedException {
        String uid = created();
        assertThat(writer.delete(store, key, uid)).isTrue();
        assertThat(store.get(key)).isNotNull();

        assertThat(writer.delete(store, key, uid)).isFalse();

        assertThat(store.get(key)).isNull();
    }

    @Test
    void anObjectThatStaysForItsFinalizersIsKnownToLeaveBeforeTheWatchSaysSo() throws InterruptedException {
        String uid = created(FINALIZER);

        assertThat(writer.delete(store, key, uid)).isTrue();

        assertThat(Objects.requireNonNull(store.get(key)).path("metadata").has("deletionTimestamp"))
                .isTrue();
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putNull("finalizers");
        connection.patch(CONFIG_MAP, key, "", patch);
    }

    @Test
    void anotherObjectOfThatNameStays() throws InterruptedException {
        var _ = created();

        assertThat(writer.delete(store, key, "00000000-0000-0000-0000-000000000000"))
                .isFalse();

        assertThat(connection
                        .get(CONFIG_MAP.path(key), Map.of())
                        .path("metadata")
                        .has("deletionTimestamp"))
                .isFalse();
    }
}
