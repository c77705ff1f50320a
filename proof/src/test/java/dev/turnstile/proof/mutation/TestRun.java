package dev.turnstile.proof.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.platform.engine.CancellationToken;
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

    /** @param names full names of classes */
    public static void main(String[] names) {
        LauncherDiscoveryRequest found = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(names).map(name -> selectClass(name)).toList())
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
                    "noticed by %s: %s%n",
                    test.getLegacyReportingName().replaceAll("\\s+", "_"),
                    why.replaceAll("\\s+", " ").strip());
        }
    }
}
