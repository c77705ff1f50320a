package dev.turnstile.cel;

import dev.cel.checker.CelCheckerBuilder;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.TypeParamType;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelStringExtensions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The declarations of the functions that an expression refers to. The type checker compares every declared function
 * with every other one, for each expression, which took half of the time of reading a CRD; with a handful of
 * declarations it is fast, and has the same result.
 */
record CelDeclarations(CelStandardDeclarations standard, List<CelFunctionDecl> added) {

    /** What Kubernetes adds to the language. */
    static final List<CelFunction> KUBERNETES = kubernetes();

    /** Of the second version of the library: without {@code reverse}. */
    static final CelStringExtensions STRINGS =
            CelExtensions.strings(EnumSet.complementOf(EnumSet.of(CelStringExtensions.Function.REVERSE)));

    private static final String SORT_BY = "lists.@sortByAssociatedKeys";

    private static final Map<String, List<CelFunctionDecl>> ADDED = byLastName();
    private static final Map<Set<String>, CelDeclarations> KNOWN = new ConcurrentHashMap<>();

    static CelDeclarations mentionedIn(CelAbstractSyntaxTree parsed) {
        Set<String> names = new TreeSet<>();
        CelNavigableAst.fromAst(parsed)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.CALL)
                .forEach(node -> names.add(node.expr().call().function()));
        return KNOWN.computeIfAbsent(names, CelDeclarations::named);
    }

    private static CelDeclarations named(Set<String> names) {
        List<StandardFunction> standard = new ArrayList<>();
        for (StandardFunction function : StandardFunction.values()) {
            if (names.contains(function.functionName())) {
                standard.add(function);
            }
        }
        List<CelFunctionDecl> added = names.stream()
                .map(CelDeclarations::lastName)
                .distinct()
                .flatMap(name -> ADDED.getOrDefault(name, List.of()).stream())
                .toList();
        return new CelDeclarations(
                CelStandardDeclarations.newBuilder().includeFunctions(standard).build(), added);
    }

    void addTo(CelCheckerBuilder builder) {
        builder.setStandardEnvironmentEnabled(false)
                .setStandardDeclarations(standard)
                .addFunctionDeclarations(added)
                .addVarDeclarations(CelExtensions.optional().variables());
    }

    /** {@code sets.contains(a, b)} is parsed as a call of {@code contains}; what macros call has its full name. */
    private static Map<String, List<CelFunctionDecl>> byLastName() {
        List<CelFunctionDecl> all = new ArrayList<>();
        all.addAll(CelExtensions.optional().functions());
        all.addAll(STRINGS.functions());
        all.addAll(CelExtensions.sets(CelEnvironment.OPTIONS).functions());
        CelExtensions.lists().functions().stream()
                .filter(function -> !function.name().equals(SORT_BY))
                .forEach(all::add);
        all.add(sortBy());
        all.add(mapInsert());
        Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
        for (CelFunction function : KUBERNETES) {
            overloads
                    .computeIfAbsent(function.name(), name -> new ArrayList<>())
                    .add(function.declaration());
        }
        overloads.forEach((name, some) -> all.add(CelFunctionDecl.newFunctionDeclaration(name, some)));
        Map<String, List<CelFunctionDecl>> byName = new HashMap<>();
        for (CelFunctionDecl function : all) {
            byName.computeIfAbsent(lastName(function.name()), name -> new ArrayList<>())
                    .add(function);
        }
        return byName;
    }

    /** The library would have the sorted list be one of pairs of keys and items. */
    private static CelFunctionDecl sortBy() {
        TypeParamType item = TypeParamType.create("T");
        return CelFunctionDecl.newFunctionDeclaration(
                SORT_BY,
                CelOverloadDecl.newGlobalOverload(
                        "list_sortByAssociatedKeys", ListType.create(item), ListType.create(ListType.create(item))));
    }

    /** What {@code transformMap} calls; the library keeps its declaration to itself. */
    private static CelFunctionDecl mapInsert() {
        TypeParamType key = TypeParamType.create("K");
        TypeParamType value = TypeParamType.create("V");
        MapType map = MapType.create(key, value);
        return CelFunctionDecl.newFunctionDeclaration(
                "cel.@mapInsert",
                CelOverloadDecl.newGlobalOverload("cel_@mapInsert_map_map", map, map, map),
                CelOverloadDecl.newGlobalOverload("cel_@mapInsert_map_key_value", map, map, key, value));
    }

    private static String lastName(String function) {
        return function.substring(function.lastIndexOf('.') + 1);
    }

    private static List<CelFunction> kubernetes() {
        List<CelFunction> functions = new ArrayList<>();
        functions.addAll(AuthorizerFunctions.all());
        functions.addAll(FormatFunctions.all());
        functions.addAll(ListFunctions.all());
        functions.addAll(NetworkFunctions.all());
        functions.addAll(QuantityFunctions.all());
        functions.addAll(SemverFunctions.all());
        functions.addAll(StringFunctions.all());
        functions.addAll(UrlFunctions.all());
        return List.copyOf(functions);
    }
}
