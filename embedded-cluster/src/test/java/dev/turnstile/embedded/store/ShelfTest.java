package dev.turnstile.embedded.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShelfTest {
    private final Store store = new Store();
    private final Shelf shelf = store.shelf("configmaps");

    @Test
    void writesOnlyOverTheExpectedVersion() {
        StoredObject first = write("a", null);
        StoredObject second = write("a", first);

        assertThat(shelf.put(new ObjectKey("ns", "a"), first, version -> new byte[0]))
                .isNull();
        assertThat(shelf.get(new ObjectKey("ns", "a"))).isSameAs(second);
        assertThat(second.version()).isGreaterThan(first.version());
    }

    @Test
    void cursorReturnsEveryChangeAfterItsVersionInOrder() {
        StoredObject first = write("a", null);
        try (Cursor cursor = shelf.cursor(first.version())) {
            StoredObject second = write("a", first);
            write("b", null);
            shelf.remove(second, version -> "{}".getBytes(UTF_8));

            Change changed = next(cursor);
            assertThat(changed.previous()).isSameAs(first);
            assertThat(next(cursor).object().key().name()).isEqualTo("b");
            assertThat(next(cursor).deletion()).isTrue();
            assertThat(cursor.next(0)).isNull();
            assertThat(cursor.caughtUp()).isEqualTo(store.version());
        }
    }

    @Test
    void waitingCursorIsWokenByAWrite() throws InterruptedException {
        try (Cursor cursor = shelf.cursor(store.version())) {
            Thread writer = Thread.ofVirtual().start(() -> write("a", null));
            assertThat(next(cursor).object().key().name()).isEqualTo("a");
            writer.join();
        }
    }

    @Test
    void snapshotOfAnEarlierVersionUndoesWhatCameLater() {
        StoredObject a = write("a", null);
        StoredObject b = write("b", null);
        long then = store.version();
        write("a", a);
        shelf.remove(b, version -> "{}".getBytes(UTF_8));
        write("c", null);

        assertThat(shelf.snapshot(then).objects().values()).containsExactly(a, b);
        assertThat(shelf.snapshot().objects().keySet())
                .extracting(ObjectKey::name)
                .containsExactly("a", "c");
    }

    @Test
    void compactionDropsOlderVersionsButNotWatchedOnes() {
        long before = store.version();
        StoredObject a = write("a", null);
        try (Cursor watching = shelf.cursor(before)) {
            store.compact();

            assertThatThrownBy(() -> shelf.cursor(before)).isInstanceOf(CompactedException.class);
            assertThatThrownBy(() -> shelf.snapshot(before)).isInstanceOf(CompactedException.class);
            assertThat(next(watching).object()).isSameAs(a);
            StoredObject later = write("b", null);
            assertThat(next(watching).object()).isSameAs(later);
        }
    }

    private static Change next(Cursor cursor) {
        return Objects.requireNonNull(cursor.next(TimeUnit.SECONDS.toNanos(10)), "no change within 10 s");
    }

    private StoredObject write(String name, @Nullable StoredObject expected) {
        return Objects.requireNonNull(
                shelf.put(new ObjectKey("ns", name), expected, version -> ("{\"v\":" + version + "}").getBytes(UTF_8)));
    }
}
