package dev.turnstile.embedded.control.kubelet;

import dev.turnstile.embedded.object.ApiObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Derives from a container's command and arguments what its program does. Supported are {@code sleep}, {@code exit},
 * {@code true}, {@code false} and {@code pause}, alone or in a shell script whose commands are joined by {@code ;},
 * line ends, {@code &&} and {@code ||}; any other command succeeds at once. {@code trap 'exit N' TERM} sets how a
 * script ends on SIGTERM.
 *
 * <p>A container without command and arguments runs for a moment, or forever if the pod's restart policy is Always. The
 * annotations below override the commands of all containers of a pod.
 */
final class ProgramReader {
    /**
     * How long each container of the pod runs, such as {@code 90s}, {@code 1m30s}, {@code 200ms} or {@code forever}.
     */
    static final String RUNS_FOR = "embedded.turnstile.dev/runs-for";
    /** With which code each container of the pod ends. */
    static final String EXIT_CODE = "embedded.turnstile.dev/exit-code";
    /** How long the pod takes to end when it is deleted, at most its grace period. */
    static final String TERMINATES_AFTER = "embedded.turnstile.dev/terminates-after";

    private static final Duration A_MOMENT = Duration.ofSeconds(1);
    private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");
    private static final Pattern TRAP =
            Pattern.compile("trap\\s+['\"]([^'\"]*)['\"]\\s+(?:SIG)?(?:TERM|15)\\b[^;&|\\n]*");
    private static final Pattern EXIT = Pattern.compile("exit\\s+(\\d+)");
    private static final Pattern SEPARATOR = Pattern.compile("\\s*(&&|\\|\\||;|\\n)\\s*");
    private static final Pattern AMOUNT = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d|)");

    private ProgramReader() {}

    static Program read(ApiObject pod, JsonNode container) {
        var guessed = guess(pod, container);
        var runsFor = pod.annotations().get(RUNS_FOR);
        var exitCode = pod.annotations().get(EXIT_CODE);
        return new Program(
                runsFor == null ? guessed.runsFor() : duration(runsFor),
                exitCode == null ? guessed.exitCode() : Integer.parseInt(exitCode),
                guessed.exitOnTerm());
    }

    private static Program guess(ApiObject pod, JsonNode container) {
        var words = new ArrayList<String>();
        container.path("command").forEach(word -> words.add(word.asString("")));
        container.path("args").forEach(word -> words.add(word.asString("")));
        if (words.isEmpty()) {
            var endless = pod.text("spec", "restartPolicy").equals("Always")
                    || container.path("image").asString("").contains("pause");
            return Program.running(endless ? Program.FOREVER : A_MOMENT, 0);
        }
        if (SHELLS.contains(program(words.getFirst()))) {
            return script(words.stream()
                    .skip(1)
                    .filter(word -> !word.startsWith("-"))
                    .findFirst()
                    .orElse(""));
        }
        return command(words);
    }

    /**
     * Runs the script's commands one after the other. Example: {@code sleep 5 && exit 3 || echo no} takes 5 s and ends
     * with 3; commands after an {@code exit} are not reached.
     */
    private static Program script(String text) {
        var onTerm = OptionalInt.empty();
        var trap = TRAP.matcher(text);
        if (trap.find()) {
            var exit = EXIT.matcher(trap.group(1));
            onTerm = exit.find() ? OptionalInt.of(Integer.parseInt(exit.group(1))) : OptionalInt.empty();
        }
        var rest = trap.reset().replaceAll(":");
        var total = Duration.ZERO;
        var status = 0;
        var joiner = ";";
        var position = 0;
        var separator = SEPARATOR.matcher(rest);
        while (position <= rest.length()) {
            var found = separator.find(position);
            var words = words(rest.substring(position, found ? separator.start() : rest.length()));
            if (!words.isEmpty() && runs(joiner, status)) {
                var done = command(words);
                total = total.plus(done.runsFor());
                status = done.exitCode();
                if (program(words.getFirst()).equals("exit") || total.compareTo(Program.FOREVER) >= 0) {
                    break;
                }
            }
            if (!found) {
                break;
            }
            joiner = separator.group(1);
            position = separator.end();
        }
        return new Program(total, status, onTerm);
    }

    private static boolean runs(String joiner, int status) {
        return switch (joiner) {
            case "&&" -> status == 0;
            case "||" -> status != 0;
            default -> true;
        };
    }

    private static Program command(List<String> words) {
        var argument = words.size() > 1 ? words.get(1) : "";
        return switch (program(words.getFirst())) {
            case "sleep" -> Program.running(duration(argument.equals("infinity") ? "forever" : argument), 0);
            case "exit" ->
                Program.running(Duration.ZERO, argument.matches("\\d+") ? Integer.parseInt(argument) % 256 : 0);
            case "false" -> Program.running(Duration.ZERO, 1);
            case "pause" -> Program.running(Program.FOREVER, 0);
            case "exec", "nice", "nohup" ->
                words.size() > 1 ? command(words.subList(1, words.size())) : Program.running(Duration.ZERO, 0);
            default -> Program.running(Duration.ZERO, 0);
        };
    }

    private static List<String> words(String command) {
        return List.of(command.strip().split("\\s+")).stream()
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static String program(String word) {
        var name = Path.of(word).getFileName();
        return name == null ? "" : name.toString();
    }

    /** Reads {@code 30}, {@code 1.5s}, {@code 1m30s}, {@code forever}; any other text is zero. */
    static Duration duration(String text) {
        if (text.equals("forever")) {
            return Program.FOREVER;
        }
        var total = Duration.ZERO;
        var amount = AMOUNT.matcher(text);
        while (amount.lookingAt()) {
            total = total.plus(
                    Duration.ofMillis((long) (Double.parseDouble(amount.group(1)) * millis(amount.group(2)))));
            amount.region(amount.end(), text.length());
        }
        return total.compareTo(Program.FOREVER) > 0 ? Program.FOREVER : total;
    }

    private static long millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 1_000;
        };
    }
}
