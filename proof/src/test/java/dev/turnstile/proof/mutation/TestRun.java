package dev.turnstile.proof.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** For ci/mutations: runs classes of tests of any module until one of the tests fails, and prints which. */
final class TestRun implements TestExecutionListener {
    private final CancellationToken rest = CancellationToken.create();
    private final AtomicInteger ended = new AtomicInteger();

    private TestRun() {}

    /** @param names full names of classes, or ids of tests as it prints them */
    public static void main(String[] names) {
        LauncherDiscoveryRequest found = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(names).map(TestRun::selector).toList())
                .build();
        TestRun run = new TestRun();
        LauncherFactory.create()
                .execute(LauncherExecutionRequestBuilder.request(found)
                        .listeners(run)
                        .cancellationToken(run.rest)
                        .build());
        if (run.ended.get() == 0) {
            throw new IllegalArgumentException("no test is in " + Arrays.toString(names));
        }
        // Clusters that tests share have threads that would keep it alive.
        System.exit(0);
    }

    private static DiscoverySelector selector(String name) {
        return name.startsWith("[") ? selectUniqueId(name) : selectClass(name);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            ended.incrementAndGet();
        }
        if (result.getStatus() == TestExecutionResult.Status.FAILED && !rest.isCancellationRequested()) {
            rest.cancel();
            String why = result.getThrowable()
                    .map(cause -> String.valueOf(cause.getMessage()))
                    .orElse("");
            System.out.printf(
                    "%nnoticed by %s: %s%nits id: %s%n",
                    test.getLegacyReportingName().replaceAll("\\s+", "_"),
                    why.replaceAll("\\s+", " ").strip(),
                    test.getUniqueId());
        }
    }
}
