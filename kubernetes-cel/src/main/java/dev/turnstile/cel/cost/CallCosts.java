package dev.turnstile.cel.cost;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.types.CelType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The cost of calling a function that Kubernetes or a CEL extension adds, without its arguments. The costs are part of
 * Kubernetes' API: they decide which CRDs are valid.
 */
final class CallCosts {

    /** The cost of reading a text once, per byte. */
    static final double TRAVERSAL = 0.1;

    /** The cost of applying a regular expression, per character. */
    static final double PATTERN = 0.25;

    private static final long AUTHORIZATION_CHECK = 350_000;
    private static final long LONGEST_FORMAT_NAME = 64;
    private static final long LONGEST_FORMAT_PATTERN = 128;
    private static final double REQUIREMENTS_A_CHARACTER = 0.5;
    private static final double REQUIREMENT = CostEstimation.NEW_LIST + CostEstimation.NEW_STRUCT;
    private static final Estimate ADDRESS = new Estimate(4, 16);
    private static final Set<String> COMPARED_AT_ONCE = Set.of(
            "net.IP",
            "net.CIDR",
            "kubernetes.Quantity",
            "kubernetes.Semver",
            "kubernetes.authorization.Authorizer",
            "kubernetes.authorization.PathCheck",
            "kubernetes.authorization.GroupCheck",
            "kubernetes.authorization.ResourceCheck",
            "kubernetes.authorization.Decision");

    private CallCosts() {}

    /** Functions that cost one, whatever they are called with. */
    private static final Set<String> COST_ONE = Set.of(
            "serviceAccount",
            "path",
            "group",
            "resource",
            "subresource",
            "namespace",
            "name",
            "allowed",
            "reason",
            "error",
            "errored",
            "masked",
            "prefixLength",
            "family",
            "isUnspecified",
            "isLoopback",
            "isLinkLocalMulticast",
            "isLinkLocalUnicast",
            "isGlobalUnicast",
            "format.named",
            "sign",
            "asInteger",
            "isInteger",
            "asApproximateFloat",
            "isGreaterThan",
            "isLessThan",
            "compareTo",
            "add",
            "sub",
            "major",
            "minor",
            "patch",
            "getScheme",
            "getHostname",
            "getHost",
            "getPort",
            "getEscapedPath",
            "getQuery");

    /** @param result the size of the result; null if only its type determines it */
    record Call(Estimate cost, @Nullable Estimate result) {
        static Call of(Estimate cost) {
            return new Call(cost, null);
        }
    }

    /** Null for functions of plain CEL. */
    static @Nullable Call of(String function, String overload, @Nullable Operand target, List<Operand> arguments) {
        if (COST_ONE.contains(function)) {
            return Call.of(Estimate.ONE);
        }
        return switch (function) {
            case "check" -> Call.of(Estimate.exactly(AUTHORIZATION_CHECK));
            case "fieldSelector", "labelSelector" ->
                arguments.size() == 1 ? Call.of(selector(arguments.getFirst().sizeOrUnknown())) : null;
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf" ->
                target == null ? null : Call.of(everyItem(target));
            case "lowerAscii", "upperAscii", "substring", "trim" ->
                target == null ? null : new Call(target.sizeOrUnknown().times(TRAVERSAL), target.sizeOrUnknown());
            case "replace" -> target == null || arguments.size() < 2 ? null : TextCosts.replace(target, arguments);
            case "split" -> target == null ? null : split(target.sizeOrUnknown(), arguments);
            case "join" -> target == null ? null : TextCosts.join(target, arguments);
            case "find", "findAll" ->
                target == null || arguments.isEmpty()
                        ? null
                        : find(target.sizeOrUnknown(), arguments.getFirst().sizeOrUnknown());
            case "_==_" -> arguments.size() == 2 ? equal(arguments.getFirst(), arguments.getLast()) : null;
            case "containsIP", "containsCIDR" ->
                arguments.isEmpty() ? null : Call.of(contains(function, overload, arguments.getFirst()));
            default -> {
                Call list = ListCosts.of(function, target, arguments);
                yield list != null || arguments.isEmpty()
                        ? list
                        : parse(function, overload, arguments.getFirst().sizeOrUnknown());
            }
        };
    }

    /** Functions that read a text. */
    private static @Nullable Call parse(String function, String overload, Estimate text) {
        return switch (function) {
            case "url" -> new Call(text.times(TRAVERSAL), text);
            case "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver" ->
                Call.of(text.times(TRAVERSAL));
            case "ip" -> Call.of(overload.equals("cidr_ip") ? Estimate.ONE : text.times(TRAVERSAL));
            case "ip.isCanonical" -> Call.of(text.times(2 * TRAVERSAL));
            case "validate" -> Call.of(text.times(TRAVERSAL).times(LONGEST_FORMAT_PATTERN * PATTERN));
            default -> null;
        };
    }

    private static Estimate selector(Estimate text) {
        Estimate requirements = text.times(REQUIREMENTS_A_CHARACTER).times(REQUIREMENT);
        return Estimate.exactly(CostEstimation.NEW_LIST)
                .plus(text.times(TRAVERSAL))
                .plus(requirements);
    }

    /** One per item, and for texts the cost of reading them; the last two functions exist for texts, too. */
    private static Estimate everyItem(Operand target) {
        CelType element = target.elementType();
        if (element == null) {
            return target.sizeOrUnknown().times(TRAVERSAL);
        }
        Estimate item = target.hasTexts() ? Estimate.ONE.plus(target.itemSize().times(TRAVERSAL)) : Estimate.ONE;
        return target.sizeOrUnknown().times(item);
    }

    /** At worst a text is split into its characters, unless a number of parts is given. */
    private static Call split(Estimate text, List<Operand> arguments) {
        long parts = text.most();
        if (arguments.size() > 1 && arguments.get(1).expression().getKind() == ExprKind.Kind.CONSTANT) {
            CelConstant stated = arguments.get(1).expression().constant();
            parts = stated.getKind() == CelConstant.Kind.INT64_VALUE ? Math.max(0, stated.int64Value()) : parts;
        }
        return new Call(text.times(2 * TRAVERSAL), Estimate.atMost(parts));
    }

    private static Call find(Estimate text, Estimate pattern) {
        Estimate reading = text.plus(Estimate.ONE).times(TRAVERSAL);
        return new Call(reading.times(pattern.times(PATTERN)), Estimate.atMost(text.most()));
    }

    private static Estimate contains(String function, String overload, Operand other) {
        Estimate cost = ADDRESS.plus(ADDRESS).times(TRAVERSAL);
        if (function.equals("containsCIDR")) {
            cost = cost.plus(ADDRESS.times(TRAVERSAL)).plus(Estimate.ONE);
        }
        return overload.endsWith("_string") ? cost.plus(other.sizeOrUnknown().times(TRAVERSAL)) : cost;
    }

    private static @Nullable Call equal(Operand left, Operand right) {
        if (!left.type().equals(right.type())) {
            return null;
        }
        String type = left.type().name();
        if (COMPARED_AT_ONCE.contains(type)) {
            return Call.of(Estimate.ONE);
        }
        return switch (type) {
            case "kubernetes.NamedFormat" -> Call.of(new Estimate(1, LONGEST_FORMAT_NAME).times(TRAVERSAL));
            case "kubernetes.URL" ->
                Call.of(new Estimate(1, right.size() == null ? 1 : right.size().most()).times(TRAVERSAL));
            default -> null;
        };
    }
}
