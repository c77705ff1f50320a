package dev.turnstile.proof.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.proof.api.ApiServer;
import dev.turnstile.proof.api.Change;
import dev.turnstile.proof.api.ChangeObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** What the worker writes of Workloads while more wait than fit: the load of the benchmark, at a tenth of its size. */
class WriteBudgetTest {
    private static final int QUEUES = 6;

    /** How often the API was told that a Workload is admitted, and why one waits. */
    private static final class Writes implements ChangeObserver {
        private int admissions;
        private int waits;

        @Override
        public void changed(ApiServer server, Change change) {
            ObjectNode before = change.before();
            ObjectNode after = change.after();
            if (!change.kind().equals("workloads") || before == null || after == null) {
                return;
            }
            if (!before.path("status").has("admission") && after.path("status").has("admission")) {
                admissions++;
            } else if (!waiting(after).isMissingNode() && !waiting(after).equals(waiting(before))) {
                waits++;
            }
        }

        private static JsonNode waiting(ObjectNode workload) {
            return workload.path("status")
                    .path("conditions")
                    .valueStream()
                    .filter(condition -> condition.path("type").asString("").equals("QuotaReserved"))
                    .filter(condition -> condition.path("status").asString("").equals("False"))
                    .findFirst()
                    .orElse(MissingNode.getInstance());
        }
    }

    @Test
    void aWaitCostsNoMoreThanOneWriteOnAverage() {
        List<Scenario.Event> events = new ArrayList<>();
        for (int queue = 0; queue < QUEUES; queue++) {
            arrive(events, queue, new Load("small", "low", 35, 100, 1, 1));
            arrive(events, queue, new Load("medium", "middle", 10, 500, 5, 2));
            arrive(events, queue, new Load("large", "high", 5, 1200, 20, 3));
        }
        events.sort(Comparator.comparing(Scenario.Event::at));
        List<Scenario.Queue> queues = new ArrayList<>();
        for (int queue = 0; queue < QUEUES; queue++) {
            queues.add(new Scenario.Queue("q" + queue, "all", 20, "BestEffortFIFO", "LowerPriority", "Any", "Never"));
        }
        Scenario scenario = new Scenario(7, new Scenario.Setting(false, 1, 1, false, false, queues), events);
        World world = new World(scenario);
        Writes writes = new Writes();
        ApiServer server = world.cluster("worker1").server();
        server.observe(writes);

        Simulation.Result result = Simulation.run(world, scenario);

        int jobs = events.size();
        long told = server.events("Workload");
        System.out.printf(
                "%d jobs: %d admissions, %d reasons to wait, %d events of their Workloads%n",
                jobs, writes.admissions, writes.waits, told);
        assertThat(result.violations()).isEmpty();
        assertThat(writes.admissions)
                .as("admissions: one for each job and each of few evictions")
                .isBetween(jobs, jobs * 5 / 4);
        assertThat(writes.waits)
                .as("reasons to wait: one of each job, and of each eviction")
                .isLessThan(jobs * 5 / 4);
        assertThat(told)
                .as("events: two for each admission, and of an eviction, or of a wait")
                .isLessThan(jobs * 3L);
    }

    /** How many come to each queue, how often, and what each asks for. */
    private record Load(String name, String priority, int count, int everyMillis, int cpu, int seconds) {}

    private static void arrive(List<Scenario.Event> events, int queue, Load load) {
        for (int i = 0; i < load.count(); i++) {
            events.add(new Scenario.Event(
                    Duration.ofMillis((long) i * load.everyMillis()),
                    new Act.CreateJob(
                            "worker1",
                            "q%d-%s-%d".formatted(queue, load.name(), i),
                            "q" + queue,
                            load.priority(),
                            1,
                            load.cpu(),
                            load.seconds())));
        }
    }
}
