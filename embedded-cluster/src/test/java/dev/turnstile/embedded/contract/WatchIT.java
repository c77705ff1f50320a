package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.embedded.EmbeddedCluster;
import dev.turnstile.embedded.Options;
import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.api.WatchEvent;
import dev.turnstile.embedded.client.HttpApi;
import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.node.ObjectNode;

/** The events of a watch: from which version, in which order, up to where, and how it ends. */
@Timeout(60)
class WatchIT {
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";

    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "watch");

    @Test
    void aWatchFromAVersionSendsLaterChangesInOrder() {
        create("before");
        var version = version();
        create("a");
        label("a", "x: y");
        create("b");
        delete("a");

        assertThat(told(4, "resourceVersion", version))
                .containsExactly("ADDED a", "MODIFIED a", "ADDED b", "DELETED a");
    }

    @Test
    void aWatchFromAnOlderVersionSendsTheSameChangesAgain() {
        var version = version();
        create("a");
        label("a", "x: y");

        assertThat(told(2, "resourceVersion", version)).isEqualTo(told(2, "resourceVersion", version));
    }

    @Test
    void aWatchWithoutAVersionBeginsWithExistingObjects() {
        create("a");
        label("a", "x: y");
        create("b");

        assertThat(told(2, "resourceVersion", "0")).containsExactlyInAnyOrder("ADDED a", "ADDED b");
        assertThat(told(2, "labelSelector", "")).containsExactlyInAnyOrder("ADDED a", "ADDED b");
    }

    @Test
    void whatEntersASelectionIsAddedAndWhatLeavesItDeleted() {
        create("a");
        var version = version();
        label("a", "x: y");
        label("a", "x: y, other: z");
        label("a", "x: null");
        delete("a");
        create("b");
        label("b", "x: y");

        var events = events(4, "resourceVersion", version, "labelSelector", "x=y");

        assertThat(events).extracting(WatchIT::line).containsExactly("ADDED a", "MODIFIED a", "DELETED a", "ADDED b");
        // An object that left the selection is sent as it last was in it, at the version of the change.
        var left = new ApiObject(events.get(2).object());
        assertThat(left.labels()).containsEntry("x", "y");
        assertThat(left.version()).isGreaterThan(new ApiObject(events.get(1).object()).version());
    }

    @Test
    void aDeletedObjectComesWithTheVersionOfItsDeletion() {
        var version = create("a").version();
        delete("a");

        var deleted = events(1, "resourceVersion", Long.toString(version));

        assertThat(line(deleted.getFirst())).isEqualTo("DELETED a");
        assertThat(new ApiObject(deleted.getFirst().object()).version()).isGreaterThan(version);
    }

    @Test
    void oneObjectIsWatchedByItsName() {
        create("a");
        var version = version();
        create("b");
        label("a", "x: y");

        assertThat(told(1, "resourceVersion", version, "fieldSelector", "metadata.name=a"))
                .containsExactly("MODIFIED a");
    }

    @Test
    void initialEventsEndWithAnAnnotatedBookmark() {
        create("a");
        create("b");
        var events = events(
                4,
                () -> create("c"),
                "sendInitialEvents",
                "true",
                "resourceVersionMatch",
                "NotOlderThan",
                "allowWatchBookmarks",
                "true");

        assertThat(events.subList(0, 2)).extracting(WatchIT::line).containsExactlyInAnyOrder("ADDED a", "ADDED b");
        assertThat(events.get(2).type()).isEqualTo(WatchEvent.Type.BOOKMARK);
        var bookmark = new ApiObject(events.get(2).object());
        assertThat(bookmark.annotations()).containsEntry(INITIAL_EVENTS_END, "true");
        assertThat(bookmark.kind()).isEqualTo("ConfigMap");
        assertThat(bookmark.version())
                .isGreaterThanOrEqualTo(objects.get("configmaps", "b").version());
        assertThat(line(events.get(3))).isEqualTo("ADDED c");
    }

    @Test
    void initialEventsAreRequestedInOneWayOnly() {
        assertThatThrownBy(() -> events(1, "sendInitialEvents", "true"))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(422))
                .hasMessageContaining(
                        "resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to"
                                + " NotOlderThan");
        assertThatThrownBy(() -> events(1, "resourceVersion", "1", "resourceVersionMatch", "NotOlderThan"))
                .hasMessageContaining(
                        "resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless"
                                + " sendInitialEvents is provided");
        assertThatThrownBy(() -> cluster.api().get(objects.path("configmaps") + "?sendInitialEvents=true"))
                .hasMessageContaining("sendInitialEvents is forbidden for list");
    }

    @Test
    void aBookmarkBeforeTheEndStatesTheVersionOfTheWatch() {
        var version = version();
        create("a");
        var elsewhere = new Objects(cluster, "elsewhere");
        var later = new AtomicLong();

        var events = untilTheEnd(
                () -> later.set(
                        elsewhere.create("configmaps", map("b").toString()).version()),
                "resourceVersion",
                version,
                "allowWatchBookmarks",
                "true",
                "timeoutSeconds",
                "5");

        assertThat(line(events.getFirst())).isEqualTo("ADDED a");
        assertThat(events).hasSizeGreaterThan(1);
        assertThat(events.subList(1, events.size())).allSatisfy(event -> {
            assertThat(event.type()).isEqualTo(WatchEvent.Type.BOOKMARK);
            var bookmark = new ApiObject(event.object());
            assertThat(bookmark.version()).isGreaterThanOrEqualTo(later.get());
            assertThat(bookmark.name()).isEmpty();
            assertThat(bookmark.kind()).isEqualTo("ConfigMap");
        });
    }

    @Test
    void aWatchEndsAtItsTimeoutWithoutUnrequestedBookmarks() {
        var version = version();
        create("a");

        assertThat(untilTheEnd(() -> {}, "resourceVersion", version, "timeoutSeconds", "1"))
                .extracting(WatchIT::line)
                .containsExactly("ADDED a");
    }

    @Test
    void anInvalidVersionIsRefused() {
        assertThatThrownBy(() -> cluster.api().get(objects.path("configmaps") + "?resourceVersion=yesterday"))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(400))
                .hasMessageContaining("Invalid value: \"yesterday\"");
        assertThatThrownBy(() -> cluster.api().watch(objects.path("configmaps") + "?watch=1&resourceVersion=yesterday"))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(500))
                .hasMessageContaining("Invalid value: \"yesterday\"");
    }

    @Test
    void aListOfAFutureVersionIsRefused() {
        var future = Long.toString(Long.parseLong(version()) + 1_000_000);

        assertThatThrownBy(() -> cluster.api().get(objects.path("configmaps") + "?resourceVersion=" + future))
                .isInstanceOfSatisfying(ApiException.class, e -> {
                    assertThat(e.code()).isEqualTo(504);
                    assertThat(e.reason()).isEqualTo("Timeout");
                    assertThat(e.status()
                                    .path("details")
                                    .path("causes")
                                    .path(0)
                                    .path("reason")
                                    .asString(""))
                            .isEqualTo("ResourceVersionTooLarge");
                })
                .hasMessageContaining("Too large resource version: " + future + ", current: ");
    }

    @Test
    @Tag("embedded-only") // A real control plane forgets its history when five minutes are over.
    void compactedHistoryIsExpired() {
        try (var own = EmbeddedCluster.start(Options.defaults().running(Set.of()));
                var api = new HttpApi(Kubeconfig.parse(own.kubeconfig()))) {
            api.post("/api/v1/namespaces/default/configmaps", map("a"));
            own.faults().compact();

            try (var watch = api.watch("/api/v1/namespaces/default/configmaps?watch=1&resourceVersion=1")) {
                var event = watch.next().orElseThrow();
                assertThat(event.type()).isEqualTo(WatchEvent.Type.ERROR);
                assertThat(Json.number(event.object(), 0, "code")).isEqualTo(410);
                assertThat(Json.text(event.object(), "reason")).isEqualTo("Expired");
                assertThat(Json.text(event.object(), "message")).startsWith("too old resource version: 1 (");
                assertThat(watch.next()).isEmpty();
            }
        }
    }

    private String version() {
        return Json.text(cluster.api().get(objects.path("configmaps")), "metadata", "resourceVersion");
    }

    private static ObjectNode map(String name) {
        return yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: %s}}".formatted(name));
    }

    private ApiObject create(String name) {
        return new ApiObject(cluster.api().post(objects.path("configmaps"), map(name)));
    }

    private void label(String name, String labels) {
        cluster.api()
                .patch(
                        objects.path("configmaps", name),
                        PatchType.MERGE,
                        yaml("metadata: {labels: {%s}}".formatted(labels)));
    }

    private void delete(String name) {
        cluster.api().delete(objects.path("configmaps", name), null);
    }

    private List<String> told(int count, String... query) {
        return events(count, query).stream().map(WatchIT::line).toList();
    }

    /** The first events of a watch, without the map that every namespace of a real cluster gets. */
    private List<WatchEvent> events(int count, String... query) {
        return events(count, () -> {}, query);
    }

    /** As above; something happens once all events but the last have come. */
    private List<WatchEvent> events(int count, Runnable beforeTheLast, String... query) {
        var events = new ArrayList<WatchEvent>();
        try (var watch = cluster.api().watch(path(query))) {
            while (events.size() < count) {
                if (events.size() == count - 1) {
                    beforeTheLast.run();
                }
                var event = watch.next();
                assertThat(event).as("an event after %s", events).isPresent();
                event.filter(WatchIT::isOurs).ifPresent(events::add);
            }
        }
        return events;
    }

    /** All events; something happens after the first. */
    private List<WatchEvent> untilTheEnd(Runnable afterTheFirst, String... query) {
        var events = new ArrayList<WatchEvent>();
        try (var watch = cluster.api().watch(path(query))) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                if (isOurs(event.get())) {
                    events.add(event.get());
                    if (events.size() == 1) {
                        afterTheFirst.run();
                    }
                }
            }
        }
        return events;
    }

    private String path(String... query) {
        var parameters = new TreeMap<>(Map.of("watch", "true", "timeoutSeconds", "30"));
        for (int i = 0; i < query.length; i += 2) {
            parameters.put(query[i], query[i + 1]);
        }
        return HttpApi.path(objects.path("configmaps"), parameters);
    }

    private static boolean isOurs(WatchEvent event) {
        return !new ApiObject(event.object()).name().equals("kube-root-ca.crt");
    }

    private static String line(WatchEvent event) {
        return event.type() + " " + new ApiObject(event.object()).name();
    }
}
