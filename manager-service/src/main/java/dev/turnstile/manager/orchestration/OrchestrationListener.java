package dev.turnstile.manager.orchestration;

import dev.turnstile.core.ungating.UngatingDecision;
import dev.turnstile.manager.group.GroupView;

/** Is told of gates; takes no part in deciding. */
public interface OrchestrationListener {
    /** This was decided. */
    void decided(GroupView view, UngatingDecision decision);

    /** A gate was opened. */
    void opened(GroupView view, UngatingDecision.OpenGate decision);
}
