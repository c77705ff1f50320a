package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.EvaluationResult;
import dev.turnstile.rules.CallerRules;
import dev.turnstile.rules.PackageRules;
import dev.turnstile.rules.SourceRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All sources keep the rules of the house; the tests of {@code dev.turnstile.rules} prove that each can fail. */
class HouseRulesTest {
    private static final int MOST_PARAMETERS = 7;
    private static final int LONGEST_FILE = 400;
    private static final int LONGEST_METHOD = 60;

    /** Records with more parts than that, each with its reason. */
    private static final Map<String, String> LONG_RECORDS = Map.ofEntries(
            Map.entry("AdmissionRequest", "the fields of Kubernetes' AdmissionRequest"),
            Map.entry("AdmittedWrite", "all that a compiled-in admission plug-in can read"),
            Map.entry("Circumstances", "all that a step of a workload's life depends on besides the workload"),
            Map.entry("ClusterQueue", "the fields of a ClusterQueue that decisions depend on"),
            Map.entry("ClusterQueueSpec", "the fields of the API"),
            Map.entry("Configuration", "the sections of the configuration file"),
            Map.entry("GroupRow", "a row of the console, as JSON"),
            Map.entry("LocalWorkload", "the fields of a Workload that the manager decides from"),
            Map.entry("Member", "what the garbage collector keeps of an object instead of the object"),
            Map.entry("MultiKueue", "the settings of a section of the configuration file"),
            Map.entry("Place", "a row of the console, as JSON"),
            Map.entry("PodView", "what a controller keeps of a pod instead of the pod"),
            Map.entry("QueueNode", "a row of the console, as JSON"),
            Map.entry("QuotaBar", "a row of the console, as JSON"),
            Map.entry("Replica", "the fields of a replica that the manager decides from"),
            Map.entry("ResourceType", "the names and properties of a kind, as discovery lists them"),
            Map.entry("Rule", "a compiled entry of x-kubernetes-validations"),
            Map.entry("RuleExample", "the fields of an example of a rule, as its file has them"),
            Map.entry("Rules", "the fields of a transcript's rules, as its file has them"),
            Map.entry("Site", "a state of the model that the interleavings walk through"),
            Map.entry("Stores", "a store for each kind"),
            Map.entry("ValueRules", "the limits of an OpenAPI schema"),
            Map.entry("Workload", "the fields of a Workload that decisions depend on"),
            Map.entry("WorkloadSpec", "the fields of the API"),
            Map.entry("WorkloadState", "the fields of a Workload's status that its life depends on"),
            Map.entry("WorkloadStatus", "the fields of the API"),
            Map.entry("WorkloadView", "a page of the console, as JSON"));

    /** Longer methods, each with its reason. */
    private static final Map<String, String> LONG_METHODS = Map.of(
            "ConsoleIT.oneClusterPreempts", "a scenario in its order",
            "ChangedWorkloadsIT.whateverIsDeletedFirstNothingIsLeftInTheEnd", "a scenario in its order",
            "GroupPlanTest.cases", "a table",
            "Performance.perform", "a switch over all that can happen",
            "PodStoriesIT.aGroupReplacesAFailedPodLosesAnExcessOneAndFinishes", "a scenario in its order",
            "ReadingTest.aFileOfUpstreamIsTakenUnchanged", "a file",
            "RefusedConfigurationTest.refusals", "a table",
            "SpeedIT.oneEventOfAThousandWaitingGroupsOverTwentyClustersIsWorkForItsOwnGroupOnly",
                    "a scenario in its order",
            "WorkloadLifeIT.aCheckSendsItsWorkloadBackAndThenLetsItRunWithWhatItAdds", "a scenario in its order");

    /** In which a whole build finds the tests of other modules. */
    private static final ImportOption NO_TEST_JARS = location -> !location.contains("-tests.jar");

    /** Methods that nothing of the product calls, by the reason why they are there. */
    private static final Map<String, Set<String>> WITHOUT_CALLERS = Map.of(
            "Spring calls it by its name",
            Set.of("ManagerRuntime.start", "Webhooks.start", "WorkerRuntime.start"),
            "what tests, and the simulation of the fleet, see of the inside",
            Set.of(
                    "ApiStatusException.reason",
                    "Assumptions.phase",
                    "AuditCounts.findings",
                    "AuditCounts.repairs",
                    "Auditor.whenFound",
                    "DecisionLog.remembered",
                    "DecisionWriter.depth",
                    "DecisionWriter.failing",
                    "EventRecorder.dropped",
                    "Index.size",
                    "JobController.loops",
                    "Ledger.availability",
                    "ListeningPorts.port",
                    "Loops.whenFailed",
                    "ManagerRuntime.active",
                    "ManagerRuntime.memories",
                    "Nomination.words",
                    "PendingQueues.queueCount",
                    "PortGuard.sentAway",
                    "QuantityFormatException.problem",
                    "QuantityFormatException.text",
                    "RecentTexts.size",
                    "ReviewMemory.used",
                    "Scheduler.parkedWith",
                    "Scheduler.reserved",
                    "Scheduler.workload",
                    "Setting.otherwise",
                    "Setting.value",
                    "Snapshot.available",
                    "Snapshot.usage",
                    "Usage.amount"),
            "one step instead of several, where nothing happens in between",
            Set.of("Scheduler.cycle", "Ungating.decide"),
            "what is given where a file or a user gives nothing",
            Set.of(
                    "Configuration.defaults",
                    "Dispatchers.defaults",
                    "FeatureSwitches.allOn",
                    "PlacementSettings.defaults",
                    "Reading.ofText",
                    "ResourceFlavor.plain",
                    "UngatingSettings.defaults",
                    "Workload.withGates",
                    "WorkloadState.created"),
            "the kinds and quantities as a library",
            Set.of(
                    "AdmissionCheck.withStatus",
                    "ClusterQueue.withStatus",
                    "Cohort.withStatus",
                    "KubernetesJson.read",
                    "KubernetesJson.write",
                    "LabelSelector.matches",
                    "LocalQueue.withStatus",
                    "MultiKueueCluster.withStatus",
                    "PodSet.withCount",
                    "Quantity.format",
                    "Quantity.min",
                    "Quantity.minus",
                    "Quantity.negated",
                    "Quantity.scaledValue",
                    "Quantity.times",
                    "ResourceKind.definitionFile",
                    "ResourceKind.path",
                    "ResourceKind.singular",
                    "WorkloadSpec.withActive",
                    "WorkloadSpec.withAdmissionConstraints"));

    private final SourceRules all = SourceRules.of(Path.of(".."));

    @Test
    void sourcesAreRead() {
        assertThat(all.files()).isGreaterThan(1_600);
    }

    @Test
    void noFileIsTooLong() {
        assertThat(all.longFiles(LONGEST_FILE)).isEmpty();
    }

    @Test
    void noMethodIsTooLong() {
        assertThat(all.longMethods(LONGEST_METHOD).stream().map(found -> found.substring(0, found.indexOf(" has "))))
                .hasSameElementsAs(LONG_METHODS.keySet());
    }

    @Test
    void noSignatureIsTooLong() {
        assertThat(all.longSignatures(MOST_PARAMETERS)).hasSameElementsAs(LONG_RECORDS.keySet());
    }

    @Test
    void booleansAreClearWhereTheyArePassed() throws IOException {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            Path[] main = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toArray(Path[]::new);
            assertThat(SourceRules.of(main).unclearBooleans()).isEmpty();
        }
    }

    /** The other modules have rules of layers, which include this one. */
    @ParameterizedTest
    @ValueSource(strings = {"core", "model", "playground"})
    void packagesFormNoCycle(String module) {
        String root = "dev.turnstile." + module;
        new PackageRules(root)
                .noCycles()
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(root));
    }

    /** The embedded cluster holds its own rule, since its facade is for users. */
    @Test
    void methodsHaveCallers() {
        EvaluationResult result = CallerRules.methodsHaveCallers(
                        method -> method.getOwner().getPackageName().startsWith("dev.turnstile.embedded"))
                .evaluate(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .withImportOption(NO_TEST_JARS)
                        .importPackages("dev.turnstile"));
        Set<String> found = new TreeSet<>();
        result.handleViolations((Collection<JavaMethod> methods, String message) ->
                methods.forEach(method -> found.add(method.getOwner().getSimpleName() + "." + method.getName())));

        assertThat(found)
                .isSubsetOf(
                        WITHOUT_CALLERS.values().stream().flatMap(Set::stream).toList());
    }
}
