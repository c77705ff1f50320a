package dev.turnstile.embedded.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnstile.embedded.schema.BuiltInSchemas;
import dev.turnstile.embedded.schema.GroupVersionKind;
import dev.turnstile.embedded.schema.Schema;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class PatchTest {

    private static final Schema POD =
            BuiltInSchemas.forKind(new GroupVersionKind("", "v1", "Pod")).orElseThrow();

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static JsonNode strategic(String pod, String patch) throws PatchFailedException {
        return StrategicMergePatch.apply((ObjectNode) json(pod), (ObjectNode) json(patch), POD);
    }

    @Test
    void aJsonPatchChangesStepByStep() throws Exception {
        JsonNode patched = JsonPatch.apply(
                json("{'a':[1,2],'b':{'c':1}}"),
                json(
                        "[{'op':'add','path':'/a/-','value':3},{'op':'remove','path':'/b/c'},{'op':'move','from':'/a/0','path':'/b/d'},"
                            + "{'op':'test','path':'/b/d','value':1}]"));

        assertThat(patched).isEqualTo(json("{'a':[2,3],'b':{'d':1}}"));
    }

    @Test
    void aJsonPatchReplacesAlsoWhatIsNotThere() throws Exception {
        // Not as RFC 6902 has it, but as Kubernetes does it.
        assertThat(JsonPatch.apply(json("{'a':1}"), json("[{'op':'replace','path':'/b','value':2}]")))
                .isEqualTo(json("{'a':1,'b':2}"));
    }

    @Test
    void aJsonPatchThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> JsonPatch.apply(json("{'a':1}"), json("[{'op':'replace','path':'/b/c','value':2}]")))
                .isInstanceOfSatisfying(
                        PatchFailedException.class,
                        refused -> assertThat(refused.code()).isEqualTo(422));
    }

    @Test
    void aMergePatchRemovesWithNull() {
        assertThat(MergePatch.apply(json("{'a':{'b':1,'c':2},'l':[1]}"), json("{'a':{'b':null},'l':[2]}")))
                .isEqualTo(json("{'a':{'c':2},'l':[2]}"));
    }

    @Test
    void containersAreMergedByName() throws Exception {
        assertThat(strategic(
                        "{'spec':{'containers':[{'name':'a','image':'x','tty':true}]}}",
                        "{'spec':{'containers':[{'name':'a','image':'y'},{'name':'b'}]}}"))
                .isEqualTo(json("{'spec':{'containers':[{'name':'a','image':'y','tty':true},{'name':'b'}]}}"));
    }

    @Test
    void aContainerIsDeletedByDirective() throws Exception {
        assertThat(strategic(
                        "{'spec':{'containers':[{'name':'a'},{'name':'b'}]}}",
                        "{'spec':{'containers':[{'name':'a','$patch':'delete'}]}}"))
                .isEqualTo(json("{'spec':{'containers':[{'name':'b'}]}}"));
    }

    @Test
    void theStatedOrderIsKept() throws Exception {
        assertThat(
                        strategic(
                                "{'spec':{'containers':[{'name':'a'},{'name':'x'},{'name':'b'}]}}",
                                "{'spec':{'$setElementOrder/containers':[{'name':'b'},{'name':'a'}],'containers':[{'name':'a','image':'i'}]}}"))
                .isEqualTo(json("{'spec':{'containers':[{'name':'x'},{'name':'b'},{'name':'a','image':'i'}]}}"));
    }

    @Test
    void finalizersAreMergedByValue() throws Exception {
        assertThat(strategic(
                        "{'metadata':{'finalizers':['a','b']}}",
                        "{'metadata':{'finalizers':['c'],'$deleteFromPrimitiveList/finalizers':['a']}}"))
                .isEqualTo(json("{'metadata':{'finalizers':['b','c']}}"));
    }
}
