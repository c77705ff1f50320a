package dev.turnstile.service.cluster;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says where a kubeconfig belongs, instead of a stack trace. */
final class NoClusterAnalyzer extends AbstractFailureAnalyzer<NoClusterException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, NoClusterException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Name a kubeconfig: java -jar … --kubeconfig=PATH. "
                        + "Without any cluster at hand, the playground brings its own: ./mvnw spring-boot:run",
                cause);
    }
}
