package dev.turnstile.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.worker.job.BatchJob;
import dev.turnstile.worker.pod.Pods;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The stories of {@code docs/stories.md} as a person tells and sees them: what stands there in YAML is applied, and
 * what kubectl shows is what is said there. A block {@code kind: Configuration} begins again with another worker.
 *
 * <p>Ages, times, uids and generated ends of names do not count, nor do the order of lines and events about a wait,
 * which may be over before it is told. With {@code -Dstories.write=true} what kubectl shows is written into the page
 * instead of being compared.
 */
@Timeout(1200)
class KubectlStoriesIT {
    private static final Path PAGE = Path.of("..", "docs", "stories.md");
    private static final boolean WRITES = Boolean.getBoolean("stories.write");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration SETTLED = Duration.ofSeconds(4);
    private static final Pattern BLOCK =
            Pattern.compile("^```(yaml|console)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern EVENT = Pattern.compile("^(Normal|Warning) ");
    private static final String PROMPT = "$ ";

    @TempDir
    private Path folder;

    private @Nullable AdmissionCluster cluster;

    @AfterEach
    void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void everyStoryShowsWhatThePageSays() throws IOException {
        Path kubectl = kubectl();
        String page = Files.readString(PAGE);
        StringBuilder told = new StringBuilder();
        int end = 0;
        int commands = 0;
        for (MatchResult block : BLOCK.matcher(page).results().toList()) {
            told.append(page, end, block.start(2));
            String text = block.group(2);
            if (block.group(1).equals("yaml")) {
                apply(text, kubectl);
                told.append(text);
            } else {
                List<Said> dialogue = dialogue(text);
                for (Said said : dialogue) {
                    told.append(PROMPT).append(said.command()).append('\n').append(answer(said, kubectl));
                }
                commands += dialogue.size();
            }
            end = block.end(2);
        }
        told.append(page, end, page.length());
        assertThat(commands).as("commands on the page").isGreaterThan(20);
        if (WRITES) {
            Files.writeString(PAGE, told);
        }
    }

    /** A command and what it showed. */
    private record Said(String command, String answer) {}

    private static List<Said> dialogue(String text) {
        List<Said> said = new ArrayList<>();
        for (String each : text.substring(PROMPT.length()).split("\n" + Pattern.quote(PROMPT), -1)) {
            int line = each.indexOf('\n');
            String command = line < 0 ? each : each.substring(0, line);
            String answer = line < 0 ? "" : each.substring(line + 1);
            said.add(new Said(command, answer.isEmpty() || answer.endsWith("\n") ? answer : answer + "\n"));
        }
        return said;
    }

    private static Path kubectl() {
        String assets = Objects.requireNonNullElse(System.getenv("KUBEBUILDER_ASSETS"), "");
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Stream.concat(Stream.of(assets), Stream.of(path.split(File.pathSeparator, -1)))
                .filter(each -> !each.isEmpty())
                .map(each -> Path.of(each, "kubectl"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseGet(() -> {
                    assertThat(Boolean.getBoolean("turnstile.ci"))
                            .as("CI without kubectl")
                            .isFalse();
                    return Assumptions.abort("there is no kubectl, neither in KUBEBUILDER_ASSETS nor in PATH");
                });
    }

    private void apply(String yaml, Path kubectl) throws IOException {
        if (yaml.contains("kind: Configuration")) {
            close();
            Map<String, Object> settings = new Yaml().load(yaml);
            settings.keySet().removeAll(List.of("apiVersion", "kind"));
            cluster = AdmissionCluster.configured(settings, new BatchJob(), new Pods());
            Files.writeString(folder.resolve("kubeconfig"), cluster.cluster().kubeconfig());
            return;
        }
        Path manifest = Files.writeString(folder.resolve("manifest.yaml"), yaml);
        // Who came first, and who was admitted last, is told by seconds; a person needs longer than that.
        long second = Instant.now().getEpochSecond();
        WorkerCluster.eventually("another second", () -> Instant.now().getEpochSecond() > second);
        // A namespace has its service account a moment after it is made.
        WorkerCluster.eventually(
                "the API to take " + yaml,
                () -> run("kubectl apply -f " + manifest + " >/dev/null && echo taken", kubectl)
                        .contains("taken"));
    }

    private String answer(Said said, Path kubectl) {
        Instant end = Instant.now().plus(PATIENCE);
        // What changes something is done once; what shows something is looked at until it shows what it should.
        boolean changes = !said.command().matches("kubectl( -n team)? (get|describe|events) .*");
        String answer = run(said.command(), kubectl);
        if (WRITES) {
            return changes ? answer : settled(said.command(), answer, kubectl);
        }
        while (!essence(answer).equals(essence(said.answer()))
                && !changes
                && Instant.now().isBefore(end)) {
            pause(Duration.ofMillis(300));
            answer = run(said.command(), kubectl);
        }
        assertThat(essence(answer)).as("%s\n%s", said.command(), answer).isEqualTo(essence(said.answer()));
        return answer;
    }

    private String settled(String command, String first, Path kubectl) {
        String answer = first;
        Instant since = Instant.now();
        while (Duration.between(since, Instant.now()).compareTo(SETTLED) < 0) {
            pause(Duration.ofMillis(500));
            String next = run(command, kubectl);
            since = essence(next).equals(essence(answer)) ? since : Instant.now();
            answer = next;
        }
        return answer;
    }

    /** What counts of what kubectl shows. */
    private static List<String> essence(String answer) {
        Set<String> events = new HashSet<>();
        return answer.lines()
                .map(line -> line.replaceAll("\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z", "TIME")
                        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "UID")
                        .replaceAll("\\b((job|pod)-[a-z0-9-]+)-[0-9a-f]{5}\\b", "$1-HASH")
                        .replaceAll("was \\d+s", "was SECONDS")
                        // Later kubectls say so, earlier ones do not.
                        .replaceAll(" from team namespace$", "")
                        .replaceAll("\\b(\\d+h)?(\\d+m)?\\d+s\\b( \\(x\\d+ over \\S+\\))?|<unknown>|\\b\\d+m\\b", "AGE")
                        .replaceAll("\\s+", " ")
                        .strip())
                // Of several decisions on one Workload the last one is told: who is quicker tells of fewer.
                .filter(line -> !line.isEmpty() && !line.startsWith("Warning WaitingFor"))
                // How long it ran, if it did for a second.
                .filter(line -> !line.startsWith("Accumulated Past Execution Time Seconds"))
                // An event that is equal to an earlier one counts it up: whether they are equal depends on seconds.
                .filter(line -> !EVENT.matcher(line).find() || events.add(line))
                .sorted()
                .toList();
    }

    private String run(String command, Path kubectl) {
        try {
            ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile());
            builder.environment().put("KUBECONFIG", folder.resolve("kubeconfig").toString());
            builder.environment()
                    .merge("PATH", String.valueOf(kubectl.getParent()), (path, own) -> own + File.pathSeparator + path);
            Process process = builder.start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            return Files.readString(folder.resolve("output"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
