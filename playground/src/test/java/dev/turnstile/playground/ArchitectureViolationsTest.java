package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each rule of {@link ArchitectureTest} can fail: a class in a package {@code violation} breaks it. */
class ArchitectureViolationsTest {
    private static final JavaClasses VIOLATIONS = new ClassFileImporter()
            .importPackages(
                    "dev.turnstile.core.violation",
                    "dev.turnstile.worker.write.violation",
                    "dev.turnstile.embedded.violation",
                    "dev.turnstile.playground.violation");

    /** Each rule, and text of the violation that it finds. */
    static Stream<Arguments> rules() {
        return Stream.of(
                rule(ArchitectureTest.THE_CORE_KNOWS_NO_CLOCK_AND_NO_DICE, "HastyDecision.now()", "Instant.now()"),
                rule(ArchitectureTest.THE_CORE_ITERATES_IN_AN_ORDER, "HastyDecision.inNoOrder()", "HashMap"),
                rule(
                        ArchitectureTest.NO_BRANCH_DEPENDS_ON_THE_TEXT_OF_A_MESSAGE,
                        "HastyDecision.isUrgent",
                        "Message.text()"),
                rule(
                        ArchitectureTest.THE_MESSAGE_OF_A_CHECK_IS_READ_WHERE_IT_COMES_IN,
                        "HastyDecision.parsed",
                        "CheckMessage.parse"),
                rule(ArchitectureTest.THE_WRITER_NEVER_SEES_THE_CORE, "CuriousUtil.known()", "Message"),
                rule(ArchitectureTest.CLIENT_TYPES_STAY_AT_THE_EDGE, "CuriousUtil.known()", "ApiClient"),
                rule(
                        ArchitectureTest.SERVICES_DO_NOT_KNOW_THE_EMBEDDED_CLUSTER,
                        "CuriousUtil.known()",
                        "EmbeddedCluster"),
                rule(
                        ArchitectureTest.THE_EMBEDDED_CLUSTER_KNOWS_NEITHER_SPRING_NOR_THE_SERVICES,
                        "SpringCluster.known()",
                        "ApplicationContext"),
                rule(ArchitectureTest.SERVICES_DO_NOT_KNOW_EACH_OTHER, "CuriousUtil.known()", "ManagerService"),
                rule(ArchitectureTest.NAMES_COME_FROM_THE_DOMAIN, "CuriousUtil", "Util"),
                rule(ArchitectureTest.EVERY_PACKAGE_IS_NULL_MARKED, "Unmarked is in a package without @NullMarked"));
    }

    private static Arguments rule(ArchRule rule, String... words) {
        return Arguments.of(rule, List.of(words));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("rules")
    void aViolationIsFound(ArchRule rule, List<String> words) {
        assertThat(rule.evaluate(VIOLATIONS).getFailureReport().getDetails())
                .anySatisfy(violation -> assertThat(violation).contains(words));
    }
}
