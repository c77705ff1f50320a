package dev.turnstile.manager.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.turnstile.rules.PackageRules;
import java.util.List;
import org.junit.jupiter.api.Test;

/** This module keeps its rules, and each rule can fail; those about packages in general are proved where they are. */
class ManagerRulesTest {
    private static final String MODULE = "dev.turnstile.manager";
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MODULE);
    private static final ManagerRules RULES = new ManagerRules(MODULE);
    private static final ManagerRules BROKEN = new ManagerRules(MODULE + ".rules.violation");
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(BROKEN.root());

    @Test
    void packagesFormNoCycle() {
        new PackageRules(MODULE).noCycles().check(PRODUCTION);
    }

    @Test
    void packagesSeeOnlyThoseBeforeThem() {
        new PackageRules(MODULE).layers(ManagerRules.LAYERS).check(PRODUCTION);
    }

    @Test
    void everyLayerHasClasses() {
        assertThat(ManagerRules.LAYERS)
                .allSatisfy(layer -> assertThat(PRODUCTION.stream()
                                .filter(type -> type.getPackageName().equals(MODULE + layer)))
                        .isNotEmpty());
    }

    @Test
    void anotherOrderOfTheLayersIsAViolation() {
        assertThat(new PackageRules(MODULE)
                        .layers(ManagerRules.LAYERS.reversed())
                        .evaluate(PRODUCTION)
                        .getFailureReport()
                        .getDetails())
                .anySatisfy(violation -> assertThat(violation).contains(MODULE + ".plan", MODULE + ".write"));
    }

    @Test
    void readersCannotWrite() {
        RULES.readersCannotWrite().check(PRODUCTION);

        assertThat(violations(BROKEN.readersCannotWrite().evaluate(VIOLATIONS)))
                .anySatisfy(violation -> assertThat(violation).contains("WritingPicture", "GroupMemories"));
    }

    @Test
    void decisionsAreMadeInThePlanOnly() {
        RULES.decisionsAreMadeInThePlanOnly().check(PRODUCTION);

        assertThat(violations(BROKEN.decisionsAreMadeInThePlanOnly().evaluate(VIOLATIONS)))
                .anySatisfy(violation -> assertThat(violation).contains("DecidingWriter", "Placement.decide"));
    }

    private static List<String> violations(EvaluationResult result) {
        return result.getFailureReport().getDetails();
    }
}
