package dev.turnstile.worker.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.turnstile.rules.PackageRules;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/**
 * The picture {@code informer → inbound → state → core → outbound → write} as rules. The root package is a parameter,
 * so that the same rules can be held against classes that break them.
 */
final class WorkerRules {
    /** From the bottom to the top; a package sees only packages before it. The last one is the root itself. */
    static final List<String> LAYERS = List.of(
            ".write",
            ".inbound",
            ".enqueue",
            ".state",
            ".outbound",
            ".workload",
            ".quota",
            ".job",
            ".pod",
            ".observe",
            ".metrics",
            ".endpoint",
            ".audit",
            ".certificate",
            ".webhook",
            ".visibility",
            "");

    private static final String CORE = "dev.turnstile.core..";

    /** Through these the state sends decisions out; nothing else of it is known to what writes them. */
    private static final Set<String> WAY_OUT_OF_THE_STATE = Set.of(".state.Decisions");

    /** Through this the state hears what became of a decision; nothing else of the writer is known to it. */
    private static final Set<String> WAY_BACK_TO_THE_STATE = Set.of(".write.WriteResults");

    private final String root;
    private final PackageRules packages;

    WorkerRules(String root) {
        this.root = root;
        this.packages = new PackageRules(root);
    }

    ArchRule noPackageCycles() {
        return packages.noCycles();
    }

    ArchRule layers() {
        return packages.layers(LAYERS);
    }

    ArchRule theWriterNeverSeesTheCore() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".write..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CORE)
                .because("what is written is a value that outbound makes; the writer decides nothing");
    }

    ArchRule nothingThatDecidesSeesTheWriter() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".inbound..", root + ".enqueue..", root + ".state..")
                .should()
                .dependOnClassesThat(describe(
                        "belong to the writer, but for its results",
                        type -> type.getPackageName().equals(root + ".write")
                                && !WAY_BACK_TO_THE_STATE.contains(
                                        type.getName().substring(root.length()))))
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.turnstile.service.apply.ObjectWriter")
                .because(
                        "the state sends decisions out through one interface, and hears of their fate through another");
    }

    ArchRule outboundSeesOfTheStateOnlyTheWayOut() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".outbound..")
                .should()
                .dependOnClassesThat(describe(
                        "belong to the state, but for its way out",
                        type -> type.getPackageName().equals(root + ".state")
                                && !WAY_OUT_OF_THE_STATE.contains(type.getName().substring(root.length()))))
                .because("what writes a decision depends on the decision alone");
    }

    ArchRule onlyTheShellSendsRequests() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".endpoint..", root + ".metrics..", root + ".observe..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("dev.turnstile.service.apply.ObjectWriter")
                .because("to open a page or to read a metric changes nothing");
    }

    ArchRule packagesAreNullMarked() {
        return classes()
                .that(describe("are in the module", this::isOurs))
                .should(condition(
                        "be in a package with @NullMarked",
                        (type, events) -> events.add(new SimpleConditionEvent(
                                type,
                                type.getPackage().isAnnotatedWith(NullMarked.class),
                                type.getName() + " is in a package without @NullMarked"))))
                .because("NullAway checks what is marked");
    }

    private boolean isOurs(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(root) || name.startsWith(root + ".");
    }

    private static <T> DescribedPredicate<T> describe(String description, Predicate<T> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }

    private static ArchCondition<JavaClass> condition(
            String description, BiConsumer<JavaClass, ConditionEvents> check) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                check.accept(item, events);
            }
        };
    }
}
