package dev.turnstile.embedded.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The classes and methods that the walk in docs/architecture.md names exist. */
class WalkTest {
    private static final String HEADING = "## From apply to watch event";
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?`");
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.turnstile.embedded");

    @Test
    void theWalkNamesClassesAndMethodsThatExist() throws IOException {
        String page = Files.readString(Path.of("../docs/architecture.md"));
        assertThat(page).contains(HEADING);
        String walk = page.substring(page.indexOf(HEADING) + HEADING.length()).split("\n## ", 2)[0];

        assertThat(NAMED.matcher(walk).results()).hasSizeGreaterThan(30);
        assertThat(missing(walk)).isEmpty();
    }

    @Test
    void whatDoesNotExistIsFound() {
        assertThat(missing("`NoSuchClass`, `Shelf.noSuchMethod`, `Shelf.put`, `Change`"))
                .containsExactly("NoSuchClass", "Shelf.noSuchMethod");
    }

    private static List<String> missing(String walk) {
        List<String> missing = new ArrayList<>();
        NAMED.matcher(walk).results().forEach(named -> {
            String type = named.group(1);
            String method = named.group(2);
            boolean exists = PRODUCTION.stream()
                    .filter(each -> each.getSimpleName().equals(type))
                    .anyMatch(each -> method == null || declares(each, method));
            if (!exists) {
                missing.add(method == null ? type : type + "." + method);
            }
        });
        return missing;
    }

    private static boolean declares(JavaClass type, String method) {
        return type.getMethods().stream().anyMatch(each -> each.getName().equals(method));
    }
}
