package dev.turnstile.manager.write;

import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.group.GroupView;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;

/** Is notified of what was decided about groups and written; takes no part in either. */
public interface GroupListener {
    /** A replica was created. */
    void dispatched(String cluster, Workload local);

    /** A replica was deleted. */
    void withdrawn(String cluster, Workload replica);

    /** The workload was placed there. */
    void won(String cluster, Workload local);

    /** This was decided about its gates. */
    void decided(GroupView view, UngatingDecision decision);

    /** A gate was opened. */
    void opened(GroupView view, UngatingDecision.OpenGate decision);

    /** Nothing is left of it anywhere. */
    void gone(ObjectKey group);
}
