package dev.turnstile.embedded.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Compiles the rules of a custom resource's schema in parallel, each against the type of the value that it applies to.
 */
final class RuleCompiler {

    private final CelShape.Types types = new CelShape.Types();
    private final List<PlaceRules> places = new ArrayList<>();
    private @Nullable Path uncorrelatable;
    private @Nullable Path rootPath;

    /**
     * How many values of a position one object can have.
     *
     * @param most null if nothing bounds it but the size of a request
     * @param counted whether Kubernetes counts what rules of the place cost: not of those inside {@code allOf}
     */
    private record Occurrences(@Nullable Long most, boolean counted) {
        Occurrences below(JsonNode parent) {
            return new Occurrences(ValueSizes.cardinality(parent, most), counted);
        }
    }

    /** Null when there are no rules. */
    @Nullable
    RuleNode compile(Schema root, JsonNode source, Path path) {
        CelShape shape = CelShape.of(root, "object", types);
        rootPath = path;
        RuleNode node = shape == null ? null : compile(root, source, shape, path, new Occurrences(1L, true));
        places.parallelStream().forEach(PlaceRules::compile);
        return node;
    }

    /** Errors of rules that do not compile, or that exceed the cost budget. */
    List<FieldError> errors() {
        return places.stream().flatMap(place -> place.errors().stream()).toList();
    }

    /** An error if all rules together exceed the budget. */
    List<FieldError> totalErrors() {
        List<RuleBudget.Cost> costs =
                places.stream().flatMap(place -> place.costs().stream()).toList();
        return rootPath == null ? List.of() : RuleBudget.checkAll(costs, rootPath);
    }

    private @Nullable RuleNode compile(
            Schema schema, JsonNode source, CelShape shape, Path path, Occurrences occurrences) {
        List<Rule> rules = rules(source, shape, path, occurrences);
        List<RuleNode> allOf = new ArrayList<>();
        int part = 0;
        for (JsonNode nested : source.path("allOf")) {
            RuleNode node = compile(
                    schema,
                    nested,
                    shape,
                    path.field("allOf").item(part++),
                    new Occurrences(occurrences.most(), false));
            if (node != null) {
                allOf.add(node);
            }
        }
        Occurrences below = occurrences.below(source);
        Map<String, RuleNode> properties = new LinkedHashMap<>();
        source.path("properties").forEachEntry((name, property) -> {
            Schema field = schema.property(name);
            CelShape fieldShape = field == null ? null : shapeOf(field, name, shape);
            RuleNode node = field == null || fieldShape == null
                    ? null
                    : compile(
                            field,
                            property,
                            fieldShape,
                            path.field("properties").entry(name),
                            below);
            if (node != null) {
                properties.put(name, node);
            }
        });
        RuleNode items = items(schema, source, shape, path, below);
        RuleNode values = below(
                schema.additionalProperties(),
                source.path("additionalProperties"),
                shape.element(),
                path.field("additionalProperties"),
                below);
        boolean none = source.path("x-kubernetes-validations").isEmpty()
                && allOf.isEmpty()
                && properties.isEmpty()
                && items == null
                && values == null;
        return none ? null : new RuleNode(schema, shape, rules, List.copyOf(allOf), properties, items, values);
    }

    /** Items of lists without keys have no old value, so rules for them cannot refer to one. */
    private @Nullable RuleNode items(
            Schema schema, JsonNode source, CelShape shape, Path path, Occurrences occurrences) {
        Path outer = uncorrelatable;
        if (schema.listType() != Schema.ListType.MAP && uncorrelatable == null) {
            uncorrelatable = path;
        }
        RuleNode items = below(schema.items(), source.path("items"), shape.element(), path.field("items"), occurrences);
        uncorrelatable = outer;
        return items;
    }

    private @Nullable RuleNode below(
            @Nullable Schema schema, JsonNode source, @Nullable CelShape shape, Path path, Occurrences occurrences) {
        return schema == null || shape == null || !source.isObject()
                ? null
                : compile(schema, source, shape, path, occurrences);
    }

    private @Nullable CelShape shapeOf(Schema field, String name, CelShape parent) {
        String escaped = CelNames.escape(name);
        CelShape.Field known = escaped == null ? null : parent.field(escaped);
        return known != null ? known.shape() : CelShape.of(field, "object." + name, types);
    }

    /** Filled when all positions are known. */
    private List<Rule> rules(JsonNode source, CelShape shape, Path path, Occurrences occurrences) {
        JsonNode stated = source.path("x-kubernetes-validations");
        if (stated.isEmpty()) {
            return List.of();
        }
        PlaceRules place = new PlaceRules(
                stated,
                shape,
                types,
                path.field("x-kubernetes-validations"),
                uncorrelatable,
                bounds(source, path, occurrences));
        places.add(place);
        return place.rules();
    }

    private PlaceRules.@Nullable Bounds bounds(JsonNode source, Path path, Occurrences occurrences) {
        boolean resource = path.toString().equals(String.valueOf(rootPath))
                || source.path("x-kubernetes-embedded-resource").asBoolean(false);
        ValueSizes sizes = occurrences.counted() ? ValueSizes.of(source, resource) : null;
        return sizes == null
                ? null
                : new PlaceRules.Bounds(sizes, occurrences.most() == null ? sizes.cardinality() : occurrences.most());
    }
}
