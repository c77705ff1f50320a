package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.util.List;

/**
 * The authorizer's functions in expressions: {@code authorizer.group("").resource("pods").check("create").allowed()}.
 */
final class AuthorizerFunctions {

    private static final OpaqueType PATH_TYPE = OpaqueType.create("kubernetes.authorization.PathCheck");
    private static final OpaqueType GROUP_TYPE = OpaqueType.create("kubernetes.authorization.GroupCheck");
    private static final OpaqueType DECISION_TYPE = OpaqueType.create("kubernetes.authorization.Decision");

    private static final Argument<CelAuthorizer> AUTHORIZER = new Argument<>(CelAuthorizer.TYPE, CelAuthorizer.class);
    private static final Argument<PathCheck> PATH = new Argument<>(PATH_TYPE, PathCheck.class);
    private static final Argument<GroupCheck> GROUP = new Argument<>(GROUP_TYPE, GroupCheck.class);
    private static final Argument<CelAuthorizer.ResourceCheck> RESOURCE =
            new Argument<>(CelAuthorizer.RESOURCE_CHECK_TYPE, CelAuthorizer.ResourceCheck.class);
    private static final Argument<Decision> DECISION = new Argument<>(DECISION_TYPE, Decision.class);

    private AuthorizerFunctions() {}

    private record PathCheck(CelAuthorizer authorizer, String path) {}

    private record GroupCheck(CelAuthorizer authorizer, String group) {}

    private record Decision(boolean allowed) {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.member("path", "authorizer_path", PATH_TYPE, AUTHORIZER, STRING, PathCheck::new),
                CelFunction.member("group", "authorizer_group", GROUP_TYPE, AUTHORIZER, STRING, GroupCheck::new),
                CelFunction.member(
                        "serviceAccount",
                        "authorizer_serviceaccount",
                        CelAuthorizer.TYPE,
                        List.of(AUTHORIZER, STRING, STRING),
                        arguments -> ((CelAuthorizer) arguments[0])
                                .forServiceAccount((String) arguments[1], (String) arguments[2])),
                CelFunction.member(
                        "resource",
                        "groupcheck_resource",
                        CelAuthorizer.RESOURCE_CHECK_TYPE,
                        GROUP,
                        STRING,
                        (check, name) ->
                                new CelAuthorizer.ResourceCheck(check.authorizer(), check.group(), name, "", "", "")),
                CelFunction.member(
                        "subresource",
                        "resourcecheck_subresource",
                        CelAuthorizer.RESOURCE_CHECK_TYPE,
                        RESOURCE,
                        STRING,
                        CelAuthorizer.ResourceCheck::withSubresource),
                CelFunction.member(
                        "namespace",
                        "resourcecheck_namespace",
                        CelAuthorizer.RESOURCE_CHECK_TYPE,
                        RESOURCE,
                        STRING,
                        CelAuthorizer.ResourceCheck::withNamespace),
                CelFunction.member(
                        "name",
                        "resourcecheck_name",
                        CelAuthorizer.RESOURCE_CHECK_TYPE,
                        RESOURCE,
                        STRING,
                        CelAuthorizer.ResourceCheck::withName),
                CelFunction.member(
                        "check",
                        "pathcheck_check",
                        DECISION_TYPE,
                        PATH,
                        STRING,
                        (check, verb) -> new Decision(check.authorizer().mayReach(check.path(), verb))),
                CelFunction.member(
                        "check",
                        "resourcecheck_check",
                        DECISION_TYPE,
                        RESOURCE,
                        STRING,
                        (check, verb) -> new Decision(check.authorizer().may(verb, check))),
                CelFunction.member("allowed", "decision_allowed", SimpleType.BOOL, DECISION, Decision::allowed),
                CelFunction.member("errored", "decision_errored", SimpleType.BOOL, DECISION, decision -> false),
                CelFunction.member("error", "decision_error", SimpleType.STRING, DECISION, decision -> ""),
                CelFunction.member("reason", "decision_reason", SimpleType.STRING, DECISION, decision -> ""));
    }
}
