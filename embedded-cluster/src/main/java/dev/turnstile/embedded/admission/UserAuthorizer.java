package dev.turnstile.embedded.admission;

import dev.turnstile.embedded.admission.AdmissionConfiguration.AccessQuestion;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.schema.cel.CelAuthorizer;
import java.util.List;
import java.util.Map;

/** Answers an expression's questions about what a user may do. */
record UserAuthorizer(UserInfo user, AdmissionConfiguration configuration) implements CelAuthorizer {

    @Override
    public boolean may(String verb, ResourceCheck check) {
        return configuration.authorized(
                user,
                new AccessQuestion(
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
        return configuration.authorized(user, new AccessQuestion(verb, "", "", "", "", "", path));
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
