package dev.turnstile.worker.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes and methods that the worker's walks in docs/architecture.md name exist. */
class WalkTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z][a-z]\\w+)(?:\\.(\\w+))?`");
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.turnstile.worker", "dev.turnstile.core", "dev.turnstile.service");

    /** Words of the API that look like names of classes. */
    private static final List<String> CONDITIONS = List.of("Evicted");

    @ParameterizedTest
    @ValueSource(strings = {"## From Job to admission", "## From snapshot to evictions"})
    void theWalkNamesClassesAndMethodsThatExist(String heading) throws IOException {
        String page = Files.readString(Path.of("../docs/architecture.md"));
        assertThat(page).contains(heading);
        String walk = page.substring(page.indexOf(heading) + heading.length()).split("\n## ", 2)[0];

        assertThat(NAMED.matcher(walk).results()).hasSizeGreaterThan(25);
        assertThat(missing(walk)).isEmpty();
    }

    @Test
    void whatDoesNotExistIsFound() {
        assertThat(missing("`NoSuchClass`, `JobDecision.noSuchMethod`, `JobDecision.of`, `Change`"))
                .containsExactly("`NoSuchClass`", "`JobDecision.noSuchMethod`");
    }

    private static List<String> missing(String walk) {
        return NAMED.matcher(walk)
                .results()
                .filter(named -> !CONDITIONS.contains(named.group(1)) && !exists(named))
                .map(MatchResult::group)
                .toList();
    }

    private static boolean exists(MatchResult named) {
        return PRODUCTION.stream()
                .filter(type -> type.getSimpleName().equals(named.group(1)))
                .anyMatch(type -> named.group(2) == null || declares(type, named.group(2)));
    }

    private static boolean declares(JavaClass type, String method) {
        return type.getMethods().stream().anyMatch(each -> each.getName().equals(method));
    }
}
