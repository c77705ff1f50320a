package dev.turnstile.embedded.admission;

import dev.turnstile.cel.CelAuthorizer;
import dev.turnstile.embedded.api.AccessAttributes;
import dev.turnstile.embedded.api.UserInfo;
import java.util.List;
import java.util.Map;

/** Evaluates an expression's accesses for one user. */
record UserAuthorizer(UserInfo user, AdmissionConfiguration configuration) implements CelAuthorizer {

    @Override
    public boolean may(String verb, ResourceCheck check) {
        return configuration.isAuthorized(
                user,
                new AccessAttributes(
                        verb,
                        check.group(),
                        check.resource(),
                        check.subresource(),
                        check.namespace(),
                        check.name(),
                        ""));
    }

    @Override
    public boolean mayReach(String path, String verb) {
        return configuration.isAuthorized(user, AccessAttributes.ofPath(verb, path));
    }

    @Override
    public CelAuthorizer forServiceAccount(String namespace, String name) {
        UserInfo account = new UserInfo(
                "system:serviceaccount:" + namespace + ":" + name,
                "",
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace, "system:authenticated"),
                Map.of());
        return new UserAuthorizer(account, configuration);
    }
}
