package dev.turnstile.worker.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The module keeps its rules, and each rule can fail: the classes in {@code violation} break it. */
class WorkerRulesTest {
    private static final String MODULE = "dev.turnstile.worker";
    private static final String VIOLATION = "dev.turnstile.worker.rules.violation";
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(MODULE);
    private static final JavaClasses VIOLATIONS = new ClassFileImporter().importPackages(VIOLATION);

    /** Each rule, and text of the violation that it finds in {@code violation}. */
    static Stream<Arguments> rules() {
        return Stream.of(
                rule("noPackageCycles", WorkerRules::noPackageCycles, "Cycle detected", "inbound", "state"),
                rule("layers", WorkerRules::layers, "ImpatientReader", "ProudState"),
                rule("layers", WorkerRules::layers, "Unlisted", "is no layer"),
                rule(
                        "theWriterNeverSeesTheCore",
                        WorkerRules::theWriterNeverSeesTheCore,
                        "DecidingWriter",
                        "dev.turnstile.core"),
                rule(
                        "nothingThatDecidesSeesTheWriter",
                        WorkerRules::nothingThatDecidesSeesTheWriter,
                        "ProudState",
                        "DecidingWriter"),
                rule(
                        "outboundSeesOfTheStateOnlyTheWayOut",
                        WorkerRules::outboundSeesOfTheStateOnlyTheWayOut,
                        "CuriousOutbound",
                        "ProudState"),
                rule(
                        "onlyTheShellSendsRequests",
                        WorkerRules::onlyTheShellSendsRequests,
                        "WritingPage",
                        "ObjectWriter"),
                rule(
                        "packagesAreNullMarked",
                        WorkerRules::packagesAreNullMarked,
                        "Unlisted is in a package without @NullMarked"));
    }

    private static Arguments rule(String name, Function<WorkerRules, ArchRule> rule, String... words) {
        return Arguments.of(name, rule, List.of(words));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theModuleKeepsTheRule(String name, Function<WorkerRules, ArchRule> rule, List<String> words) {
        rule.apply(new WorkerRules(MODULE)).check(PRODUCTION);
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("rules")
    void aViolationIsFound(String name, Function<WorkerRules, ArchRule> rule, List<String> words) {
        var found = rule.apply(new WorkerRules(VIOLATION))
                .evaluate(VIOLATIONS)
                .getFailureReport()
                .getDetails();

        assertThat(found).anySatisfy(violation -> assertThat(violation).contains(words));
    }

    @Test
    void aRuleAboutNothingFails() {
        ArchRule empty =
                classes().that().haveSimpleName("ThereIsNoSuchClass").should().bePublic();

        assertThatThrownBy(() -> empty.check(PRODUCTION))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("failed to check any classes");
    }

    @Test
    void everyLayerHasClasses() {
        assertThat(WorkerRules.LAYERS)
                .allSatisfy(layer -> assertThat(PRODUCTION.stream()
                                .filter(type -> type.getPackageName().equals(MODULE + layer)))
                        .isNotEmpty());
    }
}
