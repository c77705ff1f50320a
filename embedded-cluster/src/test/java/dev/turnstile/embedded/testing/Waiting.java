package dev.turnstile.embedded.testing;

import dev.turnstile.embedded.object.ApiObject;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/** Waits, for a bounded time, until a cluster has done something. */
public final class Waiting {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Waiting() {}

    public static void until(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(LONGEST)
                .pollInterval(Duration.ofMillis(50))
                .until(condition);
    }

    public static boolean hasCondition(ObjectNode object, String type) {
        return new ApiObject(object).isConditionTrue(type);
    }
}
