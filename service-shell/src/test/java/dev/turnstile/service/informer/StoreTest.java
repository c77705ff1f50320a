package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class StoreTest {
    private final Store<String> store =
            new Store<>(ApiResource.JOB, object -> object.path("word").asString());
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
    void anotherObjectOfTheSameNameIsAnotherObject() {
        observed(object("u1", 5, "first"));
        observed(object("u2", 9, "second"));
        assertThat(heard).containsExactly("team/a: null -> first", "team/a: first -> null", "team/a: null -> second");
    }

    @Test
    void aNewListTakesAwayWhatItDoesNotContain() {
        observed(object("u1", 5, "here"));
        store.retain(Set.of(), 8);
        assertThat(store.size()).isZero();
        assertThat(store.synced()).isTrue();
        assertThat(heard).last().isEqualTo("team/a: here -> null");
    }

    @Test
    void managedFieldsAreNotKeptWhicheverWayTheyCame() {
        Store<ObjectNode> whole = new Store<>(ApiResource.JOB, object -> object);
        ObjectKey key = whole.observed(managed(object("u1", 5, "watched")));
        assertThat(whole.get(key)).isEqualTo(object("u1", 5, "watched"));
        assertThat(whole.written(managed(object("u1", 6, "written")))).isEqualTo(object("u1", 6, "written"));
        assertThat(whole.get(key)).isEqualTo(object("u1", 6, "written"));
    }

    private static ObjectNode managed(ObjectNode object) {
        object.withObject("metadata").putArray("managedFields").addObject().put("manager", "kubectl");
        return object;
    }

    private void observed(ObjectNode object) {
        assertThat(store.observed(object)).isEqualTo(new ObjectKey("team", "a"));
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
