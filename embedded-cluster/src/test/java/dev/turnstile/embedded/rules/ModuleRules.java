package dev.turnstile.embedded.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.turnstile.rules.CallerRules;
import dev.turnstile.rules.PackageRules;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/**
 * The rules of one module about dependencies. The root package is a parameter, so that the same rules can be held
 * against classes that break them.
 */
final class ModuleRules {
    /** From the bottom to the top; a package sees only packages before it. The last one is the root itself. */
    static final List<String> LAYERS = List.of(
            ".json",
            ".schema",
            ".object",
            ".api",
            ".store",
            ".watch",
            ".fault",
            ".patch",
            ".client",
            ".admission",
            ".quota",
            ".api.tls",
            ".api.wire",
            ".api.request",
            ".api.read",
            ".api.crd",
            ".api.access",
            ".api.write",
            ".api.local",
            ".api.aggregate",
            ".api.http",
            ".builtin",
            ".control.loop",
            ".control.access",
            ".control.aggregate",
            ".control.collect",
            ".control.job",
            ".control.kubelet",
            ".control.namespace",
            ".control.quota",
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
        return new PackageRules(root).noCycles();
    }

    ArchRule layers() {
        return new PackageRules(root).layers(LAYERS);
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
        return CallerRules.methodsHaveCallers(
                method -> FACADE.contains(below(CallerRules.topLevel(method.getOwner()))));
    }

    private String below(JavaClass type) {
        return type.getName().substring(root.length());
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
