package dev.turnstile.manager.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.turnstile.rules.Walk;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The classes and methods that the manager's walk in docs/architecture.md names exist. */
class WalkTest {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.turnstile.manager", "dev.turnstile.core", "dev.turnstile.service");

    @Test
    void theWalkNamesClassesAndMethodsThatExist() throws IOException {
        Walk walk = Walk.under("From preemption signal to open gate");

        assertThat(walk.names()).hasSizeGreaterThan(30);
        assertThat(walk.missing(PRODUCTION)).isEmpty();
    }

    @Test
    void whatDoesNotExistIsFound() {
        assertThat(Walk.of("`NoSuchClass`, `GroupPlan.noSuchMethod`, `GroupPlan.of`, `Lane`")
                        .missing(PRODUCTION))
                .containsExactly("NoSuchClass", "GroupPlan.noSuchMethod");
    }
}
