package dev.turnstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** A method without a caller is found, and only such a method. */
class CallerRulesTest {
    private static final JavaClasses CLASSES =
            new ClassFileImporter().importPackages("dev.turnstile.rules.violation.below");

    @Test
    void aMethodWithoutACallerIsFound() {
        assertThat(CallerRules.methodsHaveCallers(_ -> false)
                        .evaluate(CLASSES)
                        .getFailureReport()
                        .getDetails())
                .singleElement()
                .asString()
                .contains("Lower.name() has no caller outside of tests");
    }

    @Test
    void whatIsExemptIsNot() {
        assertThat(CallerRules.methodsHaveCallers(method -> method.getName().equals("other"))
                        .evaluate(CLASSES)
                        .hasViolation())
                .isTrue();
        assertThat(CallerRules.methodsHaveCallers(method -> method.getName().equals("name"))
                        .allowEmptyShould(true)
                        .evaluate(CLASSES)
                        .hasViolation())
                .isFalse();
    }
}
