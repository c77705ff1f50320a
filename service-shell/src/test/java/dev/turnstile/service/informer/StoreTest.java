package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class StoreTest {
    private final Store<String> store =
            new Store<>(ApiResource.JOB, object -> object.path("word").asString());
    private static final ObjectKey KEY = new ObjectKey("team", "a");

    private final List<String> heard = new ArrayList<>();

    @BeforeEach
    void listen() {
        store.listen((key, before, after) -> heard.add(key + ": " + before + " -> " + after));
    }

    @Test
    void onlyNewerStatesAreTakenOver() {
        observed(object("u1", 5, "new"));
        observed(object("u1", 4, "old"));
        assertThat(store.written(object("u1", 6, "written"))).isEqualTo("written");
        observed(object("u1", 6, "the same from the watch"));
        assertThat(heard).containsExactly("team/a: null -> new", "team/a: new -> written");
    }

    @Test
    void anAnswerBringsNothingBackThatIsGone() {
        observed(object("u1", 5, "here"));
        store.gone(object("u1", 7, "here"));
        assertThat(store.written(object("u1", 6, "late"))).isEqualTo("late");
        assertThat(store.get(new ObjectKey("team", "a"))).isNull();
    }

    @Test
    void whatWasReadByItselfIsTakenOverUnlessAnythingWentMeanwhile() {
        long before = store.removals();
        store.takeOver(object("u1", 5, "read"), before);
        assertThat(store.get(new ObjectKey("team", "a"))).isEqualTo("read");
        store.gone(object("u1", 7, "read"));

        store.takeOver(object("u1", 6, "late"), before);

        assertThat(store.get(new ObjectKey("team", "a"))).isNull();
    }

    @Test
    void anotherObjectOfTheSameNameIsAnotherObject() {
        observed(object("u1", 5, "first"));
        observed(object("u2", 9, "second"));
        assertThat(heard).containsExactly("team/a: null -> first", "team/a: first -> null", "team/a: null -> second");
    }

    @Test
    void aNewListTakesAwayWhatItDoesNotContain() {
        observed(object("u1", 5, "here"));
        list(8);
        assertThat(store.size()).isZero();
        assertThat(store.synced()).isTrue();
        assertThat(heard).last().isEqualTo("team/a: here -> null");
    }

    @Test
    void anIndexKnowsWhatIsThereByWhatItNamesBeforeAnyListenerDoes() {
        Index<String, String> early = store.index(List::of);
        List<Object> found = new ArrayList<>();
        store.listen((key, before, after) -> found.add(after == null ? early.size() : early.of(after)));
        observed(object("u1", 5, "one"));
        Index<String, String> late = store.index(List::of);
        observed(object("u1", 6, "two"));
        assertThat(late.of("one")).isEmpty();
        assertThat(late.keys("two")).containsExactly(new ObjectKey("team", "a"));

        store.gone(object("u1", 7, "two"));

        assertThat(found).containsExactly(List.of("one"), List.of("two"), 0);
        assertThat(late.size()).as("names that nothing has").isZero();
    }

    @Test
    void managedFieldsAreNotKeptWhicheverWayTheyCame() {
        Store<ObjectNode> whole = new Store<>(ApiResource.JOB, object -> object);
        whole.observed(managed(object("u1", 5, "watched")));
        ObjectKey key = new ObjectKey("team", "a");
        assertThat(whole.get(key)).isEqualTo(object("u1", 5, "watched"));
        assertThat(whole.written(managed(object("u1", 6, "written")))).isEqualTo(object("u1", 6, "written"));
        assertThat(whole.get(key)).isEqualTo(object("u1", 6, "written"));
    }

    private static ObjectNode managed(ObjectNode object) {
        object.withObject("metadata").putArray("managedFields").addObject().put("manager", "kubectl");
        return object;
    }

    @Test
    void whatWasWrittenWhileAListWasReadIsNewerThanTheList() {
        observed(object("u1", 5, "here"));
        Listing listing = store.list(5, false);
        assertThat(store.written(object("u1", 9, "written"))).isEqualTo("written");

        listing.page(page(8, object("u1", 5, "here")));
        store.end(listing);

        assertThat(store.get(KEY)).isEqualTo("written");
    }

    @Test
    void whatIsKnownOnlyFromALostFutureIsReplacedByAList() {
        observed(object("u1", 120, "lost"));

        list(103, object("u1", 90, "restored"));

        assertThat(heard).containsExactly("team/a: null -> lost", "team/a: lost -> restored");
        observed(object("u1", 104, "new"));
        assertThat(store.get(KEY)).as("the next version of the new history").isEqualTo("new");
    }

    @Test
    void aVersionOfALostFutureMayStandForAnotherState() {
        observed(object("u1", 104, "lost"));
        Listing listing = store.list(120, false);

        listing.page(page(105, object("u1", 104, "written there anew")));
        store.end(listing);

        assertThat(store.get(KEY)).isEqualTo("written there anew");
    }

    @Test
    void aWriteOfTheNewHistoryOutlivesTheListThatEndsTheOldOne() {
        observed(object("u1", 120, "lost"));
        Listing listing = store.list(120, false);
        listing.page(page(103, object("u1", 90, "restored")));
        assertThat(store.written(object("u1", 104, "written"))).isEqualTo("written");

        store.end(listing);

        assertThat(store.get(KEY)).isEqualTo("written");
    }

    @Test
    void anObjectThatIsReadAgainAfterAConflictIsWhatIsThereEvenIfItIsOlder() {
        AtomicInteger lists = new AtomicInteger();
        store.whenInDoubt(lists::incrementAndGet);
        observed(object("u1", 120, "lost"));
        Store.Entry<String> before = store.entry(KEY);
        assertThat(before).isNotNull();

        store.readAgain(object("u1", 90, "restored"), before);

        assertThat(store.get(KEY)).isEqualTo("restored");
        assertThat(lists).hasValue(1);
    }

    @Test
    void aReadThatIsOvertakenByTheWatchChangesNothing() {
        observed(object("u1", 100, "known"));
        Store.Entry<String> before = store.entry(KEY);
        assertThat(before).isNotNull();
        observed(object("u1", 110, "news"));

        store.readAgain(object("u1", 105, "late"), before);

        assertThat(store.get(KEY)).isEqualTo("news");
    }

    private void list(long version, ObjectNode... objects) {
        Listing listing = store.list(0, false);
        listing.page(page(version, objects));
        store.end(listing);
    }

    private static ObjectNode page(long version, ObjectNode... objects) {
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        page.putObject("metadata").put("resourceVersion", Long.toString(version));
        page.putArray("items").addAll(List.of(objects));
        return page;
    }

    private void observed(ObjectNode object) {
        store.observed(object);
    }

    private static ObjectNode object(String uid, long version, String word) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.putObject("metadata")
                .put("namespace", "team")
                .put("name", "a")
                .put("uid", uid)
                .put("resourceVersion", Long.toString(version));
        return object.put("word", word);
    }
}
