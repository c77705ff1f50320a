package dev.turnstile.cel;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.validator.CelAstValidator.IssuesFactory;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks literals of an expression: durations, times and patterns must be valid, and the items of lists and maps must
 * have one type.
 */
final class LiteralCheck {

    private static final Set<String> MIXING = Set.of("format", "lists.@sortByAssociatedKeys");

    private LiteralCheck() {}

    static List<CelIssue> issues(CelAbstractSyntaxTree checked) {
        CelNavigableAst tree = CelNavigableAst.fromAst(checked);
        IssuesFactory issues = new IssuesFactory(tree);
        tree.getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.CALL)
                .map(node -> node.expr().call())
                .filter(call -> !call.args().isEmpty())
                .forEach(call -> {
                    CelExpr literal = call.args().getLast();
                    if (literal.getKind() == ExprKind.Kind.CONSTANT
                            && literal.constant().getKind() == CelConstant.Kind.STRING_VALUE
                            && !isFit(call.function(), literal.constant().stringValue())) {
                        issues.addError(literal.id(), "invalid " + call.function() + " argument");
                    }
                });
        tree.getRoot()
                .allNodes()
                .filter(node -> !isMixed(node))
                .forEach(node -> checkTypes(checked, node.expr(), issues));
        return issues.getIssues();
    }

    /**
     * The arguments of {@code format} may have different types, and so may the pairs of keys and items of
     * {@code sortBy}.
     */
    private static boolean isMixed(CelNavigableExpr node) {
        Optional<CelNavigableExpr> above = Optional.of(node);
        while (above.isPresent()) {
            CelExpr expression = above.get().expr();
            if (expression.getKind() == ExprKind.Kind.CALL
                    && MIXING.contains(expression.call().function())) {
                return true;
            }
            above = above.get().parent();
        }
        return false;
    }

    private static void checkTypes(CelAbstractSyntaxTree checked, CelExpr expression, IssuesFactory issues) {
        if (expression.getKind() == ExprKind.Kind.LIST) {
            CelExpr.CelList list = expression.list();
            List<CelType> types = new ArrayList<>();
            for (int i = 0; i < list.elements().size(); i++) {
                CelType type = checked.getTypeOrThrow(list.elements().get(i).id());
                types.add(list.optionalIndices().contains(i) ? contained(type) : type);
            }
            checkSame(types, list.elements().stream().map(CelExpr::id).toList(), issues);
        } else if (expression.getKind() == ExprKind.Kind.MAP) {
            List<CelExpr.CelMap.Entry> entries = expression.map().entries();
            checkSame(
                    entries.stream()
                            .map(entry -> checked.getTypeOrThrow(entry.key().id()))
                            .toList(),
                    entries.stream().map(entry -> entry.key().id()).toList(),
                    issues);
            checkSame(
                    entries.stream()
                            .map(entry -> {
                                CelType type =
                                        checked.getTypeOrThrow(entry.value().id());
                                return entry.optionalEntry() ? contained(type) : type;
                            })
                            .toList(),
                    entries.stream().map(entry -> entry.value().id()).toList(),
                    issues);
        }
    }

    private static CelType contained(CelType type) {
        return type instanceof OptionalType optional ? optional.parameters().getFirst() : type;
    }

    private static void checkSame(List<CelType> types, List<Long> places, IssuesFactory issues) {
        for (int i = 1; i < types.size(); i++) {
            if (!types.get(i).equals(types.getFirst())) {
                issues.addError(
                        places.get(i),
                        "expected type '" + CelTypeNames.of(types.getFirst()) + "' but found '"
                                + CelTypeNames.of(types.get(i)) + "'");
                return;
            }
        }
    }

    private static boolean isFit(String function, String text) {
        return switch (function) {
            case "duration" -> GoDuration.parse(text) != null;
            case "timestamp" -> isTime(text);
            case "matches" -> isPattern(text);
            default -> true;
        };
    }

    private static boolean isTime(String text) {
        try {
            return OffsetDateTime.parse(text).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isPattern(String text) {
        try {
            return Pattern.compile(text).pattern().equals(text);
        } catch (PatternSyntaxException e) {
            return false;
        }
    }
}
