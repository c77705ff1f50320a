package dev.turnstile.manager.rules;

import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import dev.turnstile.core.dispatch.Dispatcher;
import dev.turnstile.core.placement.Placement;
import dev.turnstile.core.ungating.GateWork;
import dev.turnstile.core.ungating.Ungating;
import dev.turnstile.manager.group.GroupMemories;
import dev.turnstile.manager.plan.GroupPlan;
import dev.turnstile.service.apply.ObjectWriter;
import java.util.List;
import java.util.Map;

/**
 * Rules of this module.
 *
 * @param root the package of the module, a parameter so that the rules can be held against classes that break them
 */
record ManagerRules(String root) {
    /** From the bottom to the top: informer (cluster, check) → inbound → group → plan → write, and who uses them. */
    static final List<String> LAYERS = List.of(
            ".job",
            ".check",
            ".cluster",
            ".trail",
            ".inbound",
            ".group",
            ".plan",
            ".write",
            ".reconcile",
            ".collect",
            ".audit",
            ".observe",
            ".console",
            "");

    /** Where decisions are made. */
    private static final Map<Class<?>, String> DECIDES = Map.of(
            Placement.class, "decide",
            Ungating.class, "decide",
            GateWork.class, "decide",
            Dispatcher.class, "nominate",
            GroupPlan.class, "of");

    ArchRule readersCannotWrite() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".console..", root + ".observe..", root + ".audit..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(GroupMemories.class, ObjectWriter.class)
                .because("who opens a page, or checks, changes no decision");
    }

    ArchRule decisionsAreMadeInThePlanOnly() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .resideOutsideOfPackages(root + ".plan..", root + ".reconcile..")
                .should(callMethodWhere(DescribedPredicate.describe("decides", ManagerRules::decides)))
                .because("a decision is made once, and written by those who do not decide");
    }

    private static boolean decides(JavaMethodCall call) {
        return DECIDES.entrySet().stream()
                .anyMatch(decision -> call.getTargetOwner().isAssignableTo(decision.getKey())
                        && call.getName().equals(decision.getValue()));
    }
}
