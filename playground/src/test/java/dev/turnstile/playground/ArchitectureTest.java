package dev.turnstile.playground;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** Boundaries that modules cannot express. Each rule says why. */
@AnalyzeClasses(packages = "dev.turnstile", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String CORE = "dev.turnstile.core..";
    private static final String WORKER = "dev.turnstile.worker..";
    private static final String MANAGER = "dev.turnstile.manager..";
    private static final String EMBEDDED = "dev.turnstile.embedded..";
    private static final Set<String> METADATA =
            Set.of("KubernetesObject", "V1ObjectMeta", "V1OwnerReference", "V1ListMeta");
    private static final String KUBERNETES_CLIENT = "io.kubernetes.client..";

    /** What reads a clock or rolls dice, by owner and name. */
    private static final Set<String> NONDETERMINISTIC = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.time.LocalDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone",
            "java.util.UUID.randomUUID",
            "java.util.concurrent.ThreadLocalRandom.current");

    @ArchTest
    static final ArchRule THE_CORE_KNOWS_NO_CLOCK_AND_NO_DICE = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should(callMethodWhere(describe(
                    "reads a clock or a random source",
                    call -> NONDETERMINISTIC.contains(call.getTargetOwner().getName() + "." + call.getName()))))
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .because("equal inputs give equal decisions: time is a parameter, and only shells own a clock");

    @ArchTest
    static final ArchRule THE_CORE_ITERATES_IN_AN_ORDER = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.HashMap")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.HashSet")
            .because("a decision must not depend on the order of hashes");

    /** What reads a message as text: what parses a stored one, writes one, logs one or shows one. */
    private static final Set<String> READ_MESSAGES = Set.of(
            "dev.turnstile.core.waiting.StoredWait",
            "dev.turnstile.worker.WorkerRuntime",
            "dev.turnstile.worker.endpoint.Inspection",
            "dev.turnstile.worker.endpoint.Reasoning",
            "dev.turnstile.worker.observe.DecisionLog",
            "dev.turnstile.worker.outbound.OutcomeWriter",
            "dev.turnstile.worker.outbound.LifecycleStatus",
            "dev.turnstile.worker.workload.WorkloadReconciler",
            "dev.turnstile.manager.console.GroupPicture",
            "dev.turnstile.manager.console.Waiting",
            "dev.turnstile.manager.console.WorkloadPicture",
            "dev.turnstile.manager.write.LocalPatches",
            "dev.turnstile.manager.write.WorkloadWriter");

    @ArchTest
    static final ArchRule NO_BRANCH_DEPENDS_ON_THE_TEXT_OF_A_MESSAGE = noClasses()
            .that(describe(
                    "are not known to read messages as text", type -> !READ_MESSAGES.contains(type.getFullName())))
            .should(callMethodWhere(describe(
                    "reads a message as text",
                    call -> call.getTargetOwner().getName().equals("dev.turnstile.core.message.Message")
                            && call.getName().equals("text"))))
            .because("what a decision needs to know is a value; where the API has a text alone, one parser reads it");

    @ArchTest
    static final ArchRule THE_MESSAGE_OF_A_CHECK_IS_READ_WHERE_IT_COMES_IN = noClasses()
            .that()
            .resideOutsideOfPackage("dev.turnstile.manager.inbound..")
            .should(callMethodWhere(describe(
                    "parses the message of a check",
                    call -> call.getTargetOwner().getName().equals("dev.turnstile.core.dispatch.CheckMessage")
                            && call.getName().equals("parse"))))
            .because("everything behind that sees what the message tells, and not how it is worded");

    @ArchTest
    static final ArchRule THE_WRITER_NEVER_SEES_THE_CORE = noClasses()
            .that()
            .resideInAnyPackage("dev.turnstile.service.apply..", "dev.turnstile.worker.write..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CORE)
            .because("what is written is a value, made by outbound; the writer decides nothing");

    @ArchTest
    static final ArchRule CLIENT_TYPES_STAY_AT_THE_EDGE = noClasses()
            .that()
            .resideInAnyPackage(WORKER, MANAGER)
            .and()
            .resideOutsideOfPackages(
                    // where everything is wired
                    "dev.turnstile.worker",
                    "dev.turnstile.manager",
                    "dev.turnstile.*.informer..",
                    "dev.turnstile.*.apply..",
                    "dev.turnstile.manager.cluster..")
            .should()
            .dependOnClassesThat(describe(
                    "belong to the client, but for the metadata that its interfaces ask of our records",
                    type -> type.getPackageName().startsWith("io.kubernetes.client")
                            && !METADATA.contains(type.getSimpleName())))
            .because("the client has defects that we replace piece by piece; its types go no further");

    @ArchTest
    static final ArchRule SERVICES_DO_NOT_KNOW_THE_EMBEDDED_CLUSTER = noClasses()
            .that()
            .resideInAnyPackage(WORKER, MANAGER, CORE, "dev.turnstile.model..", "dev.turnstile.vocabulary..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(EMBEDDED)
            .because("the services talk to any Kubernetes API and cannot tell one from another");

    @ArchTest
    static final ArchRule THE_EMBEDDED_CLUSTER_KNOWS_NEITHER_SPRING_NOR_THE_SERVICES = noClasses()
            .that()
            .resideInAPackage(EMBEDDED)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", WORKER, MANAGER, CORE, KUBERNETES_CLIENT)
            .because("it starts in milliseconds, and tests use it against clients that are not its own");

    @ArchTest
    static final ArchRule SERVICES_DO_NOT_KNOW_EACH_OTHER = noClasses()
            .that()
            .resideInAPackage(WORKER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(MANAGER)
            .because("they meet in the API only; one can be upgraded without the other");

    @ArchTest
    static final ArchRule NAMES_COME_FROM_THE_DOMAIN = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .because("such a name says that nobody found the thing's own");

    @ArchTest
    static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED = classes()
            .that(describe("are named", type -> !type.isAnonymousClass()))
            .should(new ArchCondition<>("be in a package with @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                    events.add(new SimpleConditionEvent(
                            type, marked, type.getName() + " is in a package without @NullMarked in its package-info"));
                }
            })
            .because("NullAway checks what is marked, and package-info is where a package says what it decides");

    private ArchitectureTest() {}

    private static <T> DescribedPredicate<T> describe(String description, java.util.function.Predicate<T> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }
}
