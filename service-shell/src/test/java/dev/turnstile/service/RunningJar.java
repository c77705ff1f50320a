package dev.turnstile.service;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** An executable jar, run as a user runs it: a process of its own, whose home folder is empty. */
public final class RunningJar implements AutoCloseable {

    private static final Duration LONGEST_STOP = Duration.ofSeconds(30);

    private final Process process;
    private final Path output;

    /**
     * Starts {@code java -jar}.
     *
     * @param folder for its home and its output
     * @param variables added to its environment, from which Kubernetes' own are taken away
     */
    public RunningJar(Path jar, Path folder, Map<String, String> variables, List<String> arguments) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=" + folder,
                "-jar",
                jar.toString()));
        command.addAll(arguments);
        this.output = folder.resolve("output");
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.equals("KUBECONFIG") || name.startsWith("KUBERNETES_"));
        builder.environment().putAll(variables);
        try {
            this.process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + jar, e);
        }
    }

    /** Everything that it has written so far. */
    public String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + output, e);
        }
    }

    /** The port that it says it listens on. */
    public Optional<Integer> port(String purpose) {
        var matcher = Pattern.compile("listening on " + purpose + " ([0-9]+)").matcher(output());
        return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /** How it ended, once it has. */
    public int exitCode(Duration longest) {
        try {
            if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("still running after " + longest + ":\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for the end", e);
        }
    }

    /** Asks it to end, as Kubernetes does, and waits until it has. */
    public int stop() {
        process.destroy();
        return exitCode(LONGEST_STOP);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
