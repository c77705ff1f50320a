package dev.turnstile.embedded.schema.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles expressions against a set of variables. The functions are those that kube-apiserver 1.36 knows. */
public final class CelEnvironment {

    private static final CelOptions OPTIONS = CelOptions.current()
            .populateMacroCalls(false)
            .enableHeterogeneousNumericComparisons(true)
            .comprehensionMaxIterations(-1)
            .build();

    /** cel-go names no candidates when no overload fits. */
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)");

    private static final List<CelFunction> FUNCTIONS = functions();
    private static final CelRuntime RUNTIME = runtime();

    private final CelCompiler compiler;

    /**
     * @param variables names and types
     * @param types the named types that they refer to, or null when they use none
     */
    public CelEnvironment(Map<String, CelType> variables, @Nullable CelTypeProvider types) {
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(
                        CelExtensions.optional(),
                        CelExtensions.strings(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addFunctionDeclarations(declarations());
        variables.forEach(builder::addVar);
        if (types != null) {
            builder.setTypeProvider(types);
        }
        this.compiler = builder.build();
    }

    public CelExpression compile(String expression) throws CelCompileException {
        try {
            CelAbstractSyntaxTree checked = compiler.compile(expression).getAst();
            return new CelExpression(checked, RUNTIME.createProgram(checked));
        } catch (CelValidationException e) {
            throw new CelCompileException(words(e));
        } catch (CelEvaluationException e) {
            throw new CelCompileException(String.valueOf(e.getMessage()));
        }
    }

    private static String words(CelValidationException refused) {
        return CANDIDATES
                .matcher(CelIssue.toDisplayString(refused.getErrors(), refused.getSource()))
                .replaceAll("");
    }

    private static List<CelFunction> functions() {
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

    private static List<CelFunctionDecl> declarations() {
        Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();
        for (CelFunction function : FUNCTIONS) {
            overloads
                    .computeIfAbsent(function.name(), name -> new ArrayList<>())
                    .add(function.declaration());
        }
        return overloads.entrySet().stream()
                .map(entry -> CelFunctionDecl.newFunctionDeclaration(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static CelRuntime runtime() {
        return CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(OPTIONS)
                .addLibraries(
                        CelExtensions.optional(),
                        CelExtensions.strings(),
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addFunctionBindings(
                        FUNCTIONS.stream().map(CelFunction::binding).toList())
                .build();
    }
}
