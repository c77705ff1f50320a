package dev.turnstile.manager.console;

import java.util.Optional;

/** Where the console's pictures come from; answers from memory. */
public interface ConsoleSource {

    /** The whole picture now. */
    ConsoleView view();

    /** One workload; empty where the manager's cluster has none of that name. */
    Optional<WorkloadView> workload(String namespace, String name);
}
