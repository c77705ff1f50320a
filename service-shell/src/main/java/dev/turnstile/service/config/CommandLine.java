package dev.turnstile.service.config;

import dev.turnstile.model.config.Problem;
import dev.turnstile.model.feature.SimilarNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a service was started with, as far as nobody would read it: Spring takes every word and looks at none. */
final class CommandLine {

    private static final List<String> OWN = List.of(
            "config",
            "kubeconfig",
            ServerAddresses.HEALTH_HOST,
            ServerAddresses.HEALTH_PORT,
            "server.port",
            "webhook.port");
    private static final List<String> SWITCHES = List.of("debug", "trace");
    private static final List<String> SECTIONS =
            List.of("kueue.", "logging.", "management.", "server.", "spring.", "turnstile.");

    private CommandLine() {}

    /** Words that would change nothing, and what was meant by them. */
    static List<Problem> problems(String... arguments) {
        var problems = new ArrayList<Problem>();
        for (var argument : arguments) {
            problem(argument).ifPresent(problems::add);
        }
        return problems;
    }

    private static Optional<Problem> problem(String argument) {
        if (!argument.startsWith("--") || argument.length() == 2) {
            return Optional.of(
                    new Problem("command line", '"' + argument + '"', "options as --name=value, in one word"));
        }
        var end = argument.indexOf('=');
        var name = argument.substring(2, end < 0 ? argument.length() : end);
        if (SWITCHES.contains(name)) {
            return Optional.empty();
        }
        if (!OWN.contains(name) && SECTIONS.stream().noneMatch(name::startsWith)) {
            return Optional.of(new Problem(
                    "command line",
                    "--" + name,
                    "no such option; the nearest known one is --"
                            + SimilarNames.nearest(name, OWN, 1).getFirst()
                            + "; settings of the configuration file are written --kueue.NAME=value"));
        }
        var empty = end == argument.length() - 1;
        return end < 0 || (empty && OWN.contains(name))
                ? Optional.of(new Problem("command line", argument, "--" + name + "=value, in one word"))
                : Optional.empty();
    }
}
