package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.UserInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The user of a request, the options of its write, and the warnings for its response. One per request, used by one
 * thread.
 */
public final class RequestContext {
    private final UserInfo user;
    private final String fieldManager;
    private final FieldValidation fieldValidation;
    private final Set<Option> options;
    private final List<String> warnings = new ArrayList<>();

    /** How unknown and repeated fields are handled. */
    public enum FieldValidation {
        Ignore,
        Warn,
        Strict
    }

    /** What a request can ask for besides the write itself. */
    public enum Option {
        /** Do everything but store the result. */
        DRY_RUN,
        /** Take over fields that other managers own. */
        FORCE
    }

    public RequestContext(UserInfo user, String fieldManager, FieldValidation fieldValidation, Set<Option> options) {
        this.user = user;
        this.fieldManager = fieldManager;
        this.fieldValidation = fieldValidation;
        this.options = options;
    }

    public UserInfo user() {
        return user;
    }

    public String fieldManager() {
        return fieldManager;
    }

    public boolean dryRun() {
        return options.contains(Option.DRY_RUN);
    }

    public FieldValidation fieldValidation() {
        return fieldValidation;
    }

    /** Whether an apply takes over fields that others own. */
    public boolean force() {
        return options.contains(Option.FORCE);
    }

    public void warn(String sentence) {
        if (!warnings.contains(sentence)) {
            warnings.add(sentence);
        }
    }

    public List<String> warnings() {
        return warnings;
    }
}
