package dev.turnstile.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule about packages can fail. */
class PackageRulesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter().importPackages("dev.turnstile.rules.violation");
    private static final PackageRules BROKEN = new PackageRules("dev.turnstile.rules.violation");
    private static final List<String> ORDER = List.of(".below", ".above");

    private static List<String> violations(ArchRule rule) {
        return rule.evaluate(CLASSES).getFailureReport().getDetails();
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

        assertThatThrownBy(() -> empty.check(CLASSES)).hasMessageContaining("failed to check any classes");
    }
}
