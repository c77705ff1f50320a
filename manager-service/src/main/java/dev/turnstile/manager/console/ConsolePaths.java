package dev.turnstile.manager.console;

import java.util.regex.Pattern;

/**
 * Which paths of the server anybody may ask for: the pages, which show nothing by themselves. What they are filled
 * with, and every path that nobody thought of, needs a token.
 */
final class ConsolePaths {

    // On the path as it was sent: one that is written in another way, or climbs, is none of these.
    private static final Pattern OPEN = Pattern.compile("/|/console/?"
            + "|/console/(?:fleet|orchestration|queues)"
            + "|/console/workloads/[a-z0-9][-.a-z0-9]*/[a-z0-9][-.a-z0-9]*"
            + "|/console/[a-z]+\\.(?:css|html|js|svg)");

    private ConsolePaths() {}

    static boolean isOpen(String path) {
        return OPEN.matcher(path).matches();
    }
}
