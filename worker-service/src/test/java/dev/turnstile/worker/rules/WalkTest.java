package dev.turnstile.worker.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.turnstile.rules.Walk;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes and methods that the worker's walks in docs/architecture.md name exist. */
class WalkTest {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.turnstile.worker", "dev.turnstile.core", "dev.turnstile.service");

    /** Words of the API that look like names of classes. */
    private static final List<String> WORDS = List.of("Evicted", "PREEMPT");

    @ParameterizedTest
    @ValueSource(strings = {"From Job to admission", "From snapshot to evictions"})
    void theWalkNamesClassesAndMethodsThatExist(String heading) throws IOException {
        Walk walk = Walk.under(heading);

        assertThat(walk.names()).hasSizeGreaterThan(20);
        assertThat(walk.missing(PRODUCTION)).isSubsetOf(WORDS);
    }

    @Test
    void whatDoesNotExistIsFound() {
        assertThat(Walk.of("`NoSuchClass`, `JobDecision.noSuchMethod`, `JobDecision.of`, `Change`")
                        .missing(PRODUCTION))
                .containsExactly("NoSuchClass", "JobDecision.noSuchMethod");
    }
}
