package dev.turnstile.cel;

import dev.cel.checker.CelChecker;
import dev.cel.checker.CelCheckerBuilder;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelVarDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelParser;
import dev.cel.parser.CelParserFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Compiles expressions against a set of variables. The functions are those that kube-apiserver 1.36 knows. */
public final class CelEnvironment {

    /** About where kube-apiserver's cost limit of one call is reached: an iteration costs at least four. */
    private static final int MOST_ITERATIONS = 250_000;

    static final CelOptions OPTIONS = CelOptions.current()
            .populateMacroCalls(false)
            .enableHeterogeneousNumericComparisons(true)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .build();

    /** cel-go names no candidates when no overload fits. */
    private static final Pattern CANDIDATES = Pattern.compile(" \\(candidates: .*\\)");

    /** The prefix after which cel-go prints the parser's message. */
    private static final String SYNTAX =
            "(?m)^(ERROR: <input>:\\d+:\\d+: )(?=token recognition|mismatched input|extraneous input|no viable"
                    + " alternative)";

    private static final CelParser PARSER = CelParserFactory.standardCelParserBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .addLibraries(CelExtensions.optional(), CelExtensions.lists(), CelExtensions.comprehensions())
            .build();

    /** Created when the first expression is evaluated. */
    private static final class Programs {
        static final CelRuntime RUNTIME = CelRuntimeFactory.plannerRuntimeBuilder()
                .setOptions(OPTIONS)
                .addLibraries(
                        CelExtensions.optional(),
                        CelDeclarations.STRINGS,
                        CelExtensions.sets(OPTIONS),
                        CelExtensions.lists(),
                        CelExtensions.comprehensions())
                .addFunctionBindings(CelDeclarations.KUBERNETES.stream()
                        .map(CelFunction::binding)
                        .toList())
                .build();
    }

    private final Map<String, CelType> variables;
    private final @Nullable CelTypeProvider types;

    /**
     * @param variables names and types
     * @param types the named types that they refer to, or null when they use none
     */
    public CelEnvironment(Map<String, CelType> variables, @Nullable CelTypeProvider types) {
        this.variables = Map.copyOf(variables);
        this.types = types;
    }

    public CelExpression compile(String expression) throws CelCompileException {
        try {
            CelAbstractSyntaxTree parsed = PARSER.parse(expression).getAst();
            CelAbstractSyntaxTree checked = checker(parsed).check(parsed).getAst();
            List<CelIssue> issues = LiteralCheck.issues(checked);
            if (!issues.isEmpty()) {
                throw new CelCompileException(CelIssue.toDisplayString(issues, checked.getSource()));
            }
            return new CelExpression(checked, Programs.RUNTIME.createProgram(checked));
        } catch (CelValidationException e) {
            throw new CelCompileException(words(e));
        } catch (CelEvaluationException e) {
            throw new CelCompileException(String.valueOf(e.getMessage()));
        }
    }

    /** Declares the functions that the expression refers to, and no others. */
    private CelChecker checker(CelAbstractSyntaxTree parsed) {
        CelCheckerBuilder builder =
                CelCompilerFactory.standardCelCheckerBuilder().setOptions(OPTIONS);
        CelDeclarations.mentionedIn(parsed).addTo(builder);
        variables.forEach((name, type) -> builder.addVarDeclarations(CelVarDecl.newVarDeclaration(name, type)));
        if (types != null) {
            builder.setTypeProvider(types);
        }
        return builder.build();
    }

    private static String words(CelValidationException refused) {
        return CANDIDATES
                .matcher(CelIssue.toDisplayString(refused.getErrors(), refused.getSource()))
                .replaceAll("")
                .replace("*error*", "!error!")
                .replaceAll(SYNTAX, "$1Syntax error: ");
    }
}
