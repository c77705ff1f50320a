package dev.turnstile.embedded.contract;

import static dev.turnstile.embedded.contract.Gadgets.gadget;
import static dev.turnstile.embedded.contract.Objects.causes;
import static dev.turnstile.embedded.contract.Objects.line;
import static dev.turnstile.embedded.contract.Objects.refused;
import static dev.turnstile.embedded.contract.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.PatchType;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.testing.TestCluster;
import dev.turnstile.embedded.testing.Waiting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Custom resources: defaults, pruning, schemas, CEL rules with {@code oldSelf}, subresources, ratcheting. */
class CustomResourceIT {
    private final TestCluster cluster = TestCluster.shared();
    private final Objects objects = new Objects(cluster, "custom");

    @BeforeEach
    void install() {
        Gadgets.install(cluster);
    }

    @Test
    void whatIsMissingIsFilledInAndWhatIsUnknownIsDropped() {
        var created = objects.create(
                "gadgets",
                gadget(
                        "g",
                        "bogus: 1, parts: [{name: p, bogus: 1}], extra: {any: {thing: [1]}}, limits: {a: null, b: x}"));

        assertThat(created.at("spec")).isEqualTo(yaml("""
            {size: small, replicas: 1, parts: [{name: p, weight: 1}], extra: {any: {thing: [1]}}, limits: {a: null, b: x}}
            """));
        var empty =
                objects.create("gadgets", "{apiVersion: contract.turnstile.dev/v1, kind: Gadget, metadata: {name: e}}");
        assertThat(empty.at("spec")).isEqualTo(yaml("{size: small, replicas: 1}"));
    }

    @Test
    void nullGivesWayToADefault() {
        var created = objects.create("gadgets", gadget("g", "size: null, note: null"));

        assertThat(created.at("spec")).isEqualTo(yaml("{size: small, replicas: 1}"));
    }

    @Test
    void aSchemaIsEnforcedFieldByField() {
        var refusal = refused(() -> objects.create(
                "gadgets",
                gadget(
                        "g",
                        "size: huge, replicas: -1, note: far too long a note, tags: [a, a], parts: [{weight: 1}]")));

        assertThat(refusal.code()).isEqualTo(422);
        assertThat(refusal.status().path("message").asString(""))
                .startsWith("Gadget.contract.turnstile.dev \"g\" is invalid: [");
        assertThat(causes(refusal))
                .contains("spec.size FieldValueNotSupported: Unsupported value: \"huge\": supported values: \"none\","
                        + " \"small\", \"large\"")
                .contains("spec.replicas FieldValueInvalid: Invalid value: -1: spec.replicas in body should be greater"
                        + " than or equal to 0")
                .contains("spec.note FieldValueTooLong: Too long: may not be more than 10 bytes")
                .contains("spec.parts[0].name FieldValueRequired: Required value")
                .anySatisfy(cause ->
                        assertThat(cause).startsWith("spec.tags[1] FieldValueDuplicate: Duplicate value: \"a\""));
    }

    @Test
    void typesAreEnforced() {
        assertThat(causes(refused(
                        () -> objects.create("gadgets", gadget("g", "size: 5, either: [1], until: yesterday")))))
                .contains(
                        "spec.size FieldValueTypeInvalid: Invalid value: \"integer\": spec.size in body must be of type"
                                + " string: \"integer\"")
                .anySatisfy(cause -> assertThat(cause).startsWith("spec.either FieldValueTypeInvalid: Invalid value: "))
                .anySatisfy(cause -> assertThat(cause)
                        .isEqualTo("spec.until FieldValueTypeInvalid: Invalid value: \"yesterday\": spec.until in body"
                                + " must be of type date-time: \"yesterday\""));
        assertThat(objects.create("gadgets", gadget("g", "either: 50%")).text("spec", "either"))
                .isEqualTo("50%");
    }

    @Test
    void rulesWithoutAMessageAreNamed() {
        assertThat(causes(refused(() -> objects.create("gadgets", gadget("g", "replicas: 11")))))
                .containsExactly("spec.replicas FieldValueForbidden: Forbidden: at most 10");
        assertThat(causes(refused(() -> objects.create("gadgets", gadget("g", "size: none, note: x")))))
                .containsExactly("spec.note FieldValueInvalid: Invalid value: none needs no note");
        assertThat(line(refused(() -> objects.create("gadgets", gadget("forbidden", "")))))
                .isEqualTo("422 Invalid: Gadget.contract.turnstile.dev \"forbidden\" is invalid: <nil>: Invalid value:"
                        + " this name is forbidden");
    }

    @Test
    void transitionsAreValidatedWithOldSelf() {
        objects.create("gadgets", gadget("g", "owner: me, parts: [{name: p, weight: 5}, {name: q}]"));

        assertThat(causes(refused(() -> objects.merge("gadgets", "g", "spec: {owner: you}"))))
                .containsExactly("spec.owner FieldValueInvalid: Invalid value: \"you\": owner is immutable");
        assertThat(causes(refused(() -> objects.merge("gadgets", "g", "spec: {owner: null}"))))
                .containsExactly("spec FieldValueInvalid: Invalid value: owner may not be removed");
        assertThat(causes(refused(
                        () -> objects.merge("gadgets", "g", "spec: {parts: [{name: q}, {name: p, weight: 4}]}"))))
                .containsExactly("spec.parts[1].weight FieldValueInvalid: Invalid value: 4: weight may not shrink");
        var grown = objects.merge("gadgets", "g", "spec: {parts: [{name: new, weight: 0}, {name: p, weight: 6}]}");
        assertThat(grown.list("spec", "parts")).hasSize(2);
    }

    @Test
    void statusIsWrittenThroughItsSubresource() {
        objects.create("gadgets", gadget("g", ""));
        var withStatus = yaml(gadget("h", ""));
        withStatus.putObject("status").put("replicas", 3);

        var created = new ApiObject(cluster.api().post(objects.path("gadgets"), withStatus));
        objects.merge("gadgets", "h", "status: {replicas: 4}");
        assertThat(created.at("status").isMissingNode() || created.at("status").isEmpty())
                .isTrue();
        assertThat(objects.get("gadgets", "h").number("status", "replicas")).isEmpty();

        var written = new ApiObject(cluster.api()
                .patch(
                        objects.path("gadgets", "h") + "/status",
                        PatchType.MERGE,
                        yaml("{metadata: {labels: {a: b}}, spec: {size: large}, status: {replicas: 5}}")));
        assertThat(written.number("status", "replicas")).hasValue(5);
        assertThat(written.text("spec", "size")).isEqualTo("small");
        assertThat(written.labels()).isEmpty();
        assertThat(written.number("metadata", "generation")).hasValue(1);
        assertThat(objects.merge("gadgets", "h", "spec: {size: large}").number("metadata", "generation"))
                .hasValue(2);
    }

    @Test
    void updatesMustNameAVersion() {
        objects.create("gadgets", gadget("g", ""));

        assertThat(line(refused(() -> cluster.api().put(objects.path("gadgets", "g"), yaml(gadget("g", ""))))))
                .isEqualTo("422 Invalid: gadgets.contract.turnstile.dev \"g\" is invalid: metadata.resourceVersion:"
                        + " Invalid value: 0: must be specified for an update");
    }

    @Test
    void strategicPatchesAreNotForCustomResources() {
        objects.create("gadgets", gadget("g", ""));

        var refusal = refused(() -> objects.patch("gadgets", "g", PatchType.STRATEGIC, "spec: {size: large}"));

        assertThat(refusal.code()).isEqualTo(415);
        assertThat(refusal.reason()).isEqualTo("UnsupportedMediaType");
    }

    @Test
    void selectableFieldsSelect() {
        objects.create("gadgets", gadget("a", "size: large"));
        objects.create("gadgets", gadget("b", ""));

        assertThat(objects.list("gadgets", "fieldSelector", "spec.size=large"))
                .extracting(ApiObject::name)
                .containsExactly("a");
        assertThat(line(refused(() -> objects.list("gadgets", "fieldSelector", "spec.note=x"))))
                .isEqualTo("400 BadRequest: field label not supported: spec.note");
    }

    @Test
    void whatWasValidBeforeARuleStaysAsItIs() {
        var path = objects.path("customresourcedefinitions");
        var group = objects.namespace() + ".example.com";
        cluster.install("""
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: relics.%s}
            spec:
              group: %s
              scope: Namespaced
              names: {kind: Relic, plural: relics, singular: relic, listKind: RelicList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                  note: {type: string}, size: {type: integer}, other: {type: string}}}}}}
            """.formatted(group, group));
        var relics = "/apis/%s/v1/namespaces/%s/relics".formatted(group, objects.namespace());
        Waiting.until(
                "relics to be served",
                () -> cluster.api().send("GET", relics, Map.of(), null).code() == 200);
        var old = relic(group, "old", "note: much too long, size: 5");
        cluster.api().post(relics, yaml(old));
        var properties = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties";
        cluster.api()
                .patch(path + "/relics." + group, PatchType.JSON, Json.read("""
                    [{"op": "add", "path": "%s/note/maxLength", "value": 3},
                     {"op": "add", "path": "%s/size/x-kubernetes-validations", "value": [{"rule": "self > 10", "message": "too small"}]}]
                    """.formatted(properties, properties)));
        Waiting.until(
                "the new rules",
                () -> isRefused(
                        () -> cluster.api().post(relics + "?dryRun=All", yaml(relic(group, "new", "note: long")))));

        var changed = cluster.api().patch(relics + "/old", PatchType.MERGE, yaml("spec: {other: x}"));

        assertThat(Json.text(changed, "spec", "other")).isEqualTo("x");
        assertThat(causes(refused(() ->
                        cluster.api().patch(relics + "/old", PatchType.MERGE, yaml("spec: {note: as long, size: 6}")))))
                .first()
                .isEqualTo("spec.note FieldValueTooLong: Too long: may not be more than 3 bytes");
        assertThat(causes(
                        refused(() -> cluster.api().patch(relics + "/old", PatchType.MERGE, yaml("spec: {size: 6}")))))
                .containsExactly("spec.size FieldValueInvalid: Invalid value: 6: too small");
        cluster.api().delete(path + "/relics." + group, null);
        Waiting.until(
                "relics to be gone",
                () -> cluster.api().send("GET", relics, Map.of(), null).code() == 404);
    }

    @Test
    void aRuleThatTakesTooLongIsCancelled() {
        var group = objects.namespace() + ".example.com";
        cluster.install("""
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: burdens.%s}
            spec:
              group: %s
              scope: Namespaced
              names: {kind: Burden, plural: burdens, singular: burden, listKind: BurdenList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
                  list: {type: array, maxItems: 725, items: {type: integer},
                    x-kubernetes-validations: [{rule: 'self.all(x, self.all(y, x == y))'}]}}}}}}
            """.formatted(group, group));
        var burdens = "/apis/%s/v1/namespaces/%s/burdens".formatted(group, objects.namespace());
        Waiting.until(
                "burdens to be served",
                () -> cluster.api().send("GET", burdens, Map.of(), null).code() == 200);
        var burden = "{apiVersion: %s/v1, kind: Burden, metadata: {name: b}, spec: {list: [%s]}}";

        cluster.api().post(burdens, yaml(burden.formatted(group, "20, ".repeat(50) + "20")));

        assertThat(line(refused(() ->
                        cluster.api().post(burdens, yaml(burden.formatted(group, "20, ".repeat(724) + "20"))))))
                .contains("spec.list: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': no"
                        + " further validation rules will be run due to call cost exceeds limit for rule:"
                        + " self.all(x, self.all(y, x == y))");
        cluster.api().delete(objects.path("customresourcedefinitions", "burdens." + group), null);
    }

    @Test
    void aDefinitionIsCheckedWhenItIsWritten() {
        var refusal = refused(() -> cluster.api().post(objects.path("customresourcedefinitions"), yaml("""
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: wrong.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: Wrong, plural: wrongs, singular: wrong, listKind: WrongList}
              versions:
              - name: v1
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object,
                  x-kubernetes-validations: [{rule: 'self.missing == 1'}, {rule: 'self +'}],
                  properties: {size: {type: string, default: 5}, list: {type: array}}}}}}
            """)));

        assertThat(refusal.code()).isEqualTo(422);
        var fields = "spec.validation.openAPIV3Schema.properties[spec]";
        assertThat(causes(refusal))
                .contains("metadata.name FieldValueInvalid: Invalid value: \"wrong.example.com\": must be"
                        + " spec.names.plural+\".\"+spec.group")
                .anySatisfy(
                        cause -> assertThat(cause).startsWith(fields + ".properties[list].items FieldValueRequired: "));
    }

    private static String relic(String group, String name, String spec) {
        return "{apiVersion: %s/v1, kind: Relic, metadata: {name: %s}, spec: {%s}}".formatted(group, name, spec);
    }

    private static boolean isRefused(Runnable request) {
        try {
            request.run();
            return false;
        } catch (ApiException e) {
            return List.of(422, 403).contains(e.code());
        }
    }
}
