package dev.turnstile.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/**
 * The rules of one module about its packages. The root is a parameter, so that the same rules can be held against
 * classes that break them.
 *
 * @param root the package of the module
 */
public record PackageRules(String root) {

    /** Packages form no cycle. */
    public ArchRule noCycles() {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return isInModule(type) ? SliceIdentifier.of(type.getPackageName()) : SliceIdentifier.ignore();
                    }

                    @Override
                    public String getDescription() {
                        return "packages of " + root;
                    }
                })
                .should()
                .beFreeOfCycles()
                .because("a package that is part of a cycle can be understood only with all others of it");
    }

    /**
     * A package sees only packages before it.
     *
     * @param order the packages from the bottom to the top, without the root's name; the root itself is empty
     */
    public ArchRule layers(List<String> order) {
        return classes()
                .that(DescribedPredicate.describe("are in the module", this::isInModule))
                .should(new ArchCondition<>("depend on lower layers only") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        int layer = layer(type, order);
                        if (layer < 0) {
                            events.add(SimpleConditionEvent.violated(
                                    type, type.getName() + " is in a package that is no layer; add it to the order"));
                            return;
                        }
                        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                            JavaClass target = dependency.getTargetClass().getBaseComponentType();
                            if (isInModule(target) && layer(target, order) > layer) {
                                events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                            }
                        }
                    }
                })
                .because("data flows one way; what comes back is an interface of the layer that reports it");
    }

    private boolean isInModule(JavaClass type) {
        return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
    }

    private int layer(JavaClass type, List<String> order) {
        return order.indexOf(type.getPackageName().substring(root.length()));
    }
}
