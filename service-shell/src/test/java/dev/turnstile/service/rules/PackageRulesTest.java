package dev.turnstile.service.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** This module keeps the rules about packages, and each rule can fail. */
class PackageRulesTest {
    private static final String MODULE = "dev.turnstile.service";
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MODULE);
    private static final PackageRules BROKEN = new PackageRules("dev.turnstile.service.rules.violation");
    private static final List<String> ORDER = List.of(".below", ".above");

    private static List<String> violations(ArchRule rule) {
        JavaClasses classes = new ClassFileImporter().importPackages(BROKEN.root());
        return rule.evaluate(classes).getFailureReport().getDetails();
    }

    @Test
    void packagesOfTheShellFormNoCycle() {
        new PackageRules(MODULE).noCycles().check(PRODUCTION);
    }

    @Test
    void aCycleIsFound() {
        assertThat(violations(BROKEN.noCycles()))
                .singleElement()
                .satisfies(cycle -> assertThat(cycle).contains("Cycle detected", "below", "above"));
    }

    @Test
    void aDependencyOnAHigherLayerIsFound() {
        assertThat(violations(BROKEN.layers(ORDER)))
                .anySatisfy(violation -> assertThat(violation).contains("Lower", "Higher"))
                .noneSatisfy(violation -> assertThat(violation).startsWith("Method <" + BROKEN.root() + ".above"));
    }

    @Test
    void aPackageThatIsNoLayerIsFound() {
        assertThat(violations(BROKEN.layers(ORDER)))
                .anySatisfy(violation -> assertThat(violation).contains("Unlisted", "is no layer"));
    }

    @Test
    void aRuleAboutNothingFails() {
        ArchRule empty =
                classes().that().haveSimpleName("ThereIsNoSuchClass").should().bePublic();

        assertThatThrownBy(() -> empty.check(PRODUCTION)).hasMessageContaining("failed to check any classes");
    }
}
