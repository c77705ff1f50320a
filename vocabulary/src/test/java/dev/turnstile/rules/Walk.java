package dev.turnstile.rules;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A walk through the code in docs/architecture.md, as the names that it gives in code style: {@code `Type`} and
 * {@code `Type.method`}.
 */
public record Walk(List<String> names) {
    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+(?:\\.[a-z]\\w+)?)`");

    /** The walk under that heading. */
    public static Walk under(String heading) throws IOException {
        String page = Files.readString(Path.of("../docs/architecture.md"));
        int begin = page.indexOf("\n## " + heading + "\n");
        if (begin < 0) {
            throw new IllegalArgumentException("docs/architecture.md has no heading \"" + heading + "\"");
        }
        int end = page.indexOf("\n## ", begin + 1);
        return of(page.substring(begin, end < 0 ? page.length() : end));
    }

    /** The walk that is this text. */
    public static Walk of(String text) {
        return new Walk(NAME.matcher(text)
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList());
    }

    /** The names that none of the classes has. */
    public List<String> missing(JavaClasses classes) {
        return names.stream()
                .filter(name -> classes.stream().noneMatch(type -> has(type, name)))
                .toList();
    }

    private static boolean has(JavaClass type, String name) {
        String[] parts = name.split("\\.", 2);
        return type.getSimpleName().equals(parts[0])
                && (parts.length == 1
                        || type.getMethods().stream()
                                .anyMatch(method -> method.getName().equals(parts[1])));
    }
}
