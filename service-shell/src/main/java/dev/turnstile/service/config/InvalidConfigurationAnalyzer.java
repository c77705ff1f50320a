package dev.turnstile.service.config;

import dev.turnstile.model.config.InvalidConfigurationException;
import dev.turnstile.model.config.Problem;
import java.util.stream.Collectors;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says everything that is wrong with a configuration, instead of a stack trace. */
final class InvalidConfigurationAnalyzer extends AbstractFailureAnalyzer<InvalidConfigurationException> {

    @Override
    protected FailureAnalysis analyze(Throwable failure, InvalidConfigurationException cause) {
        var problems = cause.problems().stream().map(Problem::toString).collect(Collectors.joining("\n  "));
        return new FailureAnalysis(
                "The configuration cannot be taken (path: value: what is allowed):\n  " + problems,
                "Correct these values; docs/configuration.md lists every setting.",
                cause);
    }
}
