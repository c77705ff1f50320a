package dev.turnstile.embedded.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of one module about dependencies. The root package is a parameter, so that the same rules can be held
 * against classes that break them.
 */
final class ModuleRules {
    /** From the bottom to the top; a package sees only packages before it. The last one is the root itself. */
    static final List<String> LAYERS = List.of(
            ".json",
            ".schema.cost",
            ".schema.cel",
            ".schema",
            ".object",
            ".api",
            ".store",
            ".watch",
            ".fault",
            ".patch",
            ".client",
            ".admission",
            ".api.tls",
            ".api.wire",
            ".api.request",
            ".api.read",
            ".api.crd",
            ".api.access",
            ".api.write",
            ".api.local",
            ".api.http",
            ".builtin",
            ".control.loop",
            ".control.collect",
            ".control.job",
            ".control.kubelet",
            ".control.namespace",
            ".control.scheduler",
            ".control",
            "");

    /** What users of the module hold in their hands; they are other modules, playground and tests of the services. */
    private static final Set<String> FACADE = Set.of(
            ".EmbeddedCluster",
            ".KubeconfigFile",
            ".Options",
            ".api.ClusterClient",
            ".client.HttpApi",
            ".client.Kubeconfig",
            ".control.loop.ClusterClock",
            ".control.kubelet.Kubelet",
            ".control.kubelet.NodeSpec",
            ".control.scheduler.PodScheduler",
            ".control.scheduler.PluginSwitches",
            ".fault.Faults",
            ".json.Json",
            ".object.ApiObject");

    private final String root;

    ModuleRules(String root) {
        this.root = root;
    }

    ArchRule noPackageCycles() {
        return slices().assignedFrom(new SliceAssignment() {
                    @Override
                    public SliceIdentifier getIdentifierOf(JavaClass type) {
                        return type.getPackageName().startsWith(root)
                                ? SliceIdentifier.of(type.getPackageName())
                                : SliceIdentifier.ignore();
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

    ArchRule layers() {
        return classes()
                .that(describe(
                        "are in the module", type -> type.getPackageName().startsWith(root)))
                .should(condition("depend on lower layers only", (type, events) -> {
                    int layer = layer(type);
                    if (layer < 0) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " is in a package that is no layer; add it to LAYERS"));
                        return;
                    }
                    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                        JavaClass target = dependency.getTargetClass().getBaseComponentType();
                        if (target.getPackageName().startsWith(root) && layer(target) > layer) {
                            events.add(SimpleConditionEvent.violated(type, dependency.getDescription()));
                        }
                    }
                }))
                .because("what is below decides without knowing who asks");
    }

    ArchRule kindsAndControllersSeeTheFaceOfTheApi() {
        return noClasses()
                .that()
                .resideInAnyPackage(root + ".builtin..", root + ".control..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(root + ".api.*..", root + ".store..", root + ".watch..")
                .because("kinds and controllers are to the API what a client is, or a CustomResourceDefinition");
    }

    ArchRule onlyTheFacadeIsInTheRootPackage() {
        return classes()
                .that()
                .resideInAPackage(root)
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("package-info")
                .should(condition(
                        "be a facade",
                        (type, events) -> events.add(new SimpleConditionEvent(
                                type, FACADE.contains(below(type)), type.getName() + " is not part of the facade"))))
                .because("who starts a cluster finds all that it takes in one place");
    }

    ArchRule oneHttpClient() {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .and()
                .doNotHaveFullyQualifiedName(root + ".client.HttpConnection")
                .should()
                .accessClassesThat()
                .areAssignableTo(HttpClient.class)
                .because("time-outs, protocol versions and trust are settled once");
    }

    ArchRule packagesAreNullMarked() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(condition(
                        "be in a package with @NullMarked",
                        (type, events) -> events.add(new SimpleConditionEvent(
                                type,
                                type.getPackage().isAnnotatedWith(NullMarked.class),
                                type.getName() + " is in a package without @NullMarked"))))
                .because("NullAway checks what is marked");
    }

    ArchRule methodsHaveCallers() {
        return methods()
                .that(describe(
                        "are declared in the module outside of its facade",
                        method -> method.getOwner().getPackageName().startsWith(root)
                                && !FACADE.contains(below(topLevel(method.getOwner())))))
                .should(condition("be called outside of tests", (method, events) -> {
                    if (!isCalled(method)) {
                        events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " has no caller outside of tests"));
                    }
                }))
                .because("what nobody calls nobody keeps right");
    }

    private static boolean isCalled(JavaMethod method) {
        return !method.getAccessesToSelf().isEmpty()
                || !method.getReferencesToSelf().isEmpty()
                || method.getModifiers().contains(JavaModifier.SYNTHETIC)
                || method.getModifiers().contains(JavaModifier.BRIDGE)
                || isGenerated(method)
                || overrides(method);
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

    private static boolean overrides(JavaMethod method) {
        String[] parameters =
                method.getRawParameterTypes().stream().map(JavaClass::getName).toArray(String[]::new);
        return Stream.concat(
                        method.getOwner().getAllRawSuperclasses().stream(),
                        method.getOwner().getAllRawInterfaces().stream())
                .anyMatch(type -> type.tryGetMethod(method.getName(), parameters)
                                .isPresent()
                        || type.getMethods().stream()
                                .anyMatch(inherited -> inherited.getName().equals(method.getName())
                                        && inherited.getRawParameterTypes().size() == parameters.length));
    }

    private static JavaClass topLevel(JavaClass type) {
        return type.getEnclosingClass().map(ModuleRules::topLevel).orElse(type);
    }

    private String below(JavaClass type) {
        return type.getName().substring(root.length());
    }

    private int layer(JavaClass type) {
        return LAYERS.indexOf(type.getPackageName().substring(root.length()));
    }

    private static <T> DescribedPredicate<T> describe(String description, Predicate<T> predicate) {
        return DescribedPredicate.describe(description, predicate);
    }

    private interface Check<T> {
        void check(T item, ConditionEvents events);
    }

    private static <T> ArchCondition<T> condition(String description, Check<T> check) {
        return new ArchCondition<>(description) {
            @Override
            public void check(T item, ConditionEvents events) {
                check.check(item, events);
            }
        };
    }
}
