import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Formats every Java file of the repository, or says which ones are not formatted.
 *
 * <p>A program of its own and not a Maven plugin, because a plugin would run on the Java that Maven runs on, whose
 * parser may be too old for this code. Arguments: {@code check} or {@code apply}, then the root folder.
 */
final class Format {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(Style.PALANTIR)
            .formatJavadoc(true)
            .build());

    public static void main(String[] arguments) throws IOException {
        boolean apply = switch (arguments[0]) {
            case "apply" -> true;
            case "check" -> false;
            default -> throw new IllegalArgumentException("expected check or apply, got " + arguments[0]);
        };
        List<Path> differing = new ArrayList<>();
        List<Path> files = sources(Path.of(arguments[1]));
        for (Path file : files) {
            String before = Files.readString(file);
            String after = formatted(file, before);
            if (!after.equals(before)) {
                differing.add(file);
                if (apply) {
                    Files.writeString(file, after);
                }
            }
        }
        differing.forEach(file -> System.out.println((apply ? "formatted " : "not formatted: ") + file));
        System.out.println(files.size() + " Java files, " + differing.size() + (apply ? " changed" : " not formatted"));
        if (!apply && !differing.isEmpty()) {
            System.err.println("Run ./mvnw -N validate -Pformat and commit what it changes.");
            System.exit(1);
        }
    }

    private static String formatted(Path file, String source) {
        try {
            return FORMATTER.formatSourceAndFixImports(source);
        } catch (FormatterException e) {
            throw new IllegalArgumentException(file + " cannot be parsed: " + e.getMessage(), e);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> walk = Files.walk(root)) {
            return walk.filter(file -> file.toString().endsWith(".java"))
                    .filter(file ->
                            Stream.of("target", ".git").noneMatch(folder -> contains(root.relativize(file), folder)))
                    .sorted()
                    .toList();
        }
    }

    private static boolean contains(Path path, String folder) {
        for (Path element : path) {
            if (element.toString().equals(folder)) {
                return true;
            }
        }
        return false;
    }
}
