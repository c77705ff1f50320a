package dev.turnstile.embedded.api.request;

import dev.turnstile.embedded.api.UserInfo;
import java.util.ArrayList;
import java.util.List;

/** Who asks, how a write is meant, and the warnings gathered on the way. One per request, used by one thread. */
public final class RequestContext {
    private final UserInfo user;
    private final String fieldManager;
    private final boolean dryRun;
    private final FieldValidation fieldValidation;
    private final boolean force;
    private final List<String> warnings = new ArrayList<>();

    /** What becomes of unknown and repeated fields. */
    public enum FieldValidation {
        Ignore,
        Warn,
        Strict
    }

    public RequestContext(
            UserInfo user, String fieldManager, boolean dryRun, FieldValidation fieldValidation, boolean force) {
        this.user = user;
        this.fieldManager = fieldManager;
        this.dryRun = dryRun;
        this.fieldValidation = fieldValidation;
        this.force = force;
    }

    public UserInfo user() {
        return user;
    }

    public String fieldManager() {
        return fieldManager;
    }

    public boolean dryRun() {
        return dryRun;
    }

    public FieldValidation fieldValidation() {
        return fieldValidation;
    }

    /** Whether an apply takes over fields that others own. */
    public boolean force() {
        return force;
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
