package dev.turnstile.model.kueue;

import dev.turnstile.model.meta.Absent;
import org.jspecify.annotations.Nullable;

/**
 * Who decides an AdmissionCheck.
 *
 * @param controllerName the controller that sets its states; fixed once set
 * @param parameters the object that says more, in that controller's terms
 */
public record AdmissionCheckSpec(
        String controllerName, @Nullable AdmissionCheckParametersReference parameters) {
    /** Nobody, as in an object without a spec. */
    public static final AdmissionCheckSpec EMPTY = new AdmissionCheckSpec("", null);

    /** Fills in what the JSON left out. */
    public AdmissionCheckSpec {
        controllerName = Absent.orElse(controllerName, "");
    }
}
