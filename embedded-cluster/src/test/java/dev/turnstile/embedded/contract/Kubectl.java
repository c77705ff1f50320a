package dev.turnstile.embedded.contract;

import dev.turnstile.embedded.testing.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A stock kubectl, and what it prints, with whatever differs from run to run taken out. */
final class Kubectl {
    private static final long LONGEST_SECONDS = 60;
    private static final Map<Pattern, String> PASSING = patterns();

    private final Path binary;
    private final Path home;
    private final String namespace;
    private final StringBuilder transcript = new StringBuilder();

    Kubectl(Path home, TestCluster cluster, String namespace) {
        this.binary = binary();
        this.home = home;
        this.namespace = namespace;
        try {
            Files.writeString(home.resolve("kubeconfig"), cluster.kubeconfig());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the control plane's installation put it, if there is one. */
    static Path binary() {
        var assets = System.getenv("KUBEBUILDER_ASSETS");
        return Path.of(assets == null ? "" : assets, "kubectl");
    }

    private static Map<Pattern, String> patterns() {
        var patterns = new LinkedHashMap<Pattern, String>();
        patterns.put(Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"), "UID");
        patterns.put(Pattern.compile("\"?\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z\"?"), "TIME");
        patterns.put(Pattern.compile("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}"), "TIME");
        patterns.put(Pattern.compile("https://127\\.0\\.0\\.1:\\d+"), "SERVER");
        patterns.put(Pattern.compile("(?i)(resource ?version: +)\"?\\d+\"?"), "$1VERSION");
        patterns.put(Pattern.compile("(?m)(?<=[ (]|^)(\\d+[smhd]){1,2}(?=[ )]|$)"), "AGE");
        patterns.put(Pattern.compile("(?m)[ \\t]+$"), "");
        patterns.put(Pattern.compile("(?<=\\S)[ \\t]{2,}"), "  ");
        return patterns;
    }

    /** Runs it in the test's namespace and adds what it prints to the transcript. */
    String run(String... arguments) {
        return note(String.join(" ", arguments), finish(start(arguments)));
    }

    /** A file to name in arguments. */
    String file(String name, String text) {
        try {
            return Files.writeString(home.resolve(name), text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process start(String... arguments) {
        var command = new ArrayList<String>(List.of(binary.toString(), "--namespace=" + namespace));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).directory(home.toFile());
        builder.environment().put("KUBECONFIG", home.resolve("kubeconfig").toString());
        builder.environment().put("HOME", home.toString());
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String finish(Process process) {
        try (var output = process.getInputStream()) {
            var text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("kubectl did not end: " + text);
            }
            return process.exitValue() == 0 ? text : text + "[status " + process.exitValue() + "]\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while kubectl ran", e);
        }
    }

    String note(String command, String output) {
        var lasting = lasting(output);
        transcript.append("$ kubectl ").append(lasting(command)).append('\n').append(lasting);
        return lasting;
    }

    String transcript() {
        return transcript.toString();
    }

    private String lasting(String text) {
        var lasting = text.replace(namespace, "NAMESPACE").replace(home + "/", "");
        for (var passing : PASSING.entrySet()) {
            lasting = passing.getKey().matcher(lasting).replaceAll(passing.getValue());
        }
        return lasting;
    }
}
