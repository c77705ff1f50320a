package dev.turnstile.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Every method has a caller among the classes that are read; tests are not among them. */
public final class CallerRules {
    private CallerRules() {}

    /** Methods have callers, but those to which that applies. */
    public static ArchRule methodsHaveCallers(Predicate<JavaMethod> exempt) {
        return methods()
                .that(DescribedPredicate.describe("are declared for callers of the product", exempt.negate()))
                .should(new ArchCondition<>("be called outside of tests") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        if (!isCalled(method)) {
                            events.add(SimpleConditionEvent.violated(
                                    method, method.getFullName() + " has no caller outside of tests"));
                        }
                    }
                })
                .because("what nobody calls nobody keeps right");
    }

    /** The class in a file of its own that a class is in. */
    public static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(CallerRules::topLevel).orElse(type);
    }

    private static boolean isCalled(JavaMethod method) {
        return !method.getAccessesToSelf().isEmpty()
                || !method.getReferencesToSelf().isEmpty()
                || method.getModifiers().contains(JavaModifier.SYNTHETIC)
                || method.getModifiers().contains(JavaModifier.BRIDGE)
                || isGenerated(method)
                || isCalledByTheFramework(method)
                || isCalledWhereItIsImplemented(method)
                || overrides(method);
    }

    private static boolean isCalledWhereItIsImplemented(JavaMethod method) {
        String[] parameters = parameters(method);
        return method.getModifiers().contains(JavaModifier.ABSTRACT)
                && method.getOwner().getAllSubclasses().stream()
                        .flatMap(type -> type.tryGetMethod(method.getName(), parameters).stream())
                        .anyMatch(
                                implemented -> !implemented.getAccessesToSelf().isEmpty()
                                        || !implemented.getReferencesToSelf().isEmpty());
    }

    private static String[] parameters(JavaMethod method) {
        return method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
    }

    /** Accessors of records, and what every enum and record has. */
    private static boolean isGenerated(JavaMethod method) {
        JavaClass owner = method.getOwner();
        Set<String> ofEnums = Set.of("values", "valueOf");
        return (owner.isRecord()
                        && method.getRawParameterTypes().isEmpty()
                        && owner.tryGetField(method.getName()).isPresent())
                || (owner.isEnum() && ofEnums.contains(method.getName()))
                || Set.of("toString", "equals", "hashCode").contains(method.getName());
    }

    /** The JVM calls {@code main}; what reads annotations calls what is annotated. */
    private static boolean isCalledByTheFramework(JavaMethod method) {
        return method.getName().equals("main")
                || method.getAnnotations().stream()
                        .anyMatch(each -> !each.getRawType().getPackageName().startsWith("java.lang")
                                && !each.getRawType().getPackageName().startsWith("org.jspecify"));
    }

    private static boolean overrides(JavaMethod method) {
        String[] parameters = parameters(method);
        return Stream.concat(
                        method.getOwner().getAllRawSuperclasses().stream(),
                        method.getOwner().getAllRawInterfaces().stream())
                .anyMatch(type -> type.tryGetMethod(method.getName(), parameters)
                                .isPresent()
                        || type.getMethods().stream()
                                .anyMatch(inherited -> inherited.getName().equals(method.getName())
                                        && inherited.getRawParameterTypes().size() == parameters.length));
    }
}
