package dev.turnstile.service.transcript;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells one story again, on clusters of its own, and finds what is not as recorded. After each step the expected state
 * has three times the recorded time to come about, and then to hold for a second.
 */
final class StoryPlayer implements AutoCloseable {
    private static final Duration SHORTEST = Duration.ofSeconds(8);
    private static final Duration HOLDS = Duration.ofSeconds(1);
    private static final long POLL_MILLIS = 40;

    private final Story story;
    private final Rules rules;
    private final Names recordedNames = new Names();
    private final Names names = new Names();
    private final Map<String, StoryCluster> clusters = new TreeMap<>();
    private final ExpectedState expected = new ExpectedState();
    private final StateComparison states;
    private final Events events;
    private final StepActions actions;
    private final Map<String, Integer> eventsBefore = new TreeMap<>();
    private final ControllersUnderTest tested;

    StoryPlayer(Story story, Rules rules, ControllersUnderTest tested) {
        this.story = story;
        this.rules = rules;
        this.tested = tested;
        this.states = new StateComparison(story.name(), rules, recordedNames, names);
        this.events = new Events(rules, recordedNames, names);
        this.actions = new StepActions(clusters, rules, names);
    }

    /** Plays until that many steps have differed; returns all differences. */
    List<Difference> play(int steps) throws InterruptedException {
        for (String name : story.clusters()) {
            clusters.put(name, new StoryCluster(name, names, tested));
        }
        clusters.values().forEach(cluster -> cluster.startControllers(rules.settings(story.settings())));
        List<Difference> found = new ArrayList<>();
        int differed = 0;
        for (Story.Step step : story.steps()) {
            if (!rules.plays(story.name(), step.number())) {
                continue;
            }
            String title = story.name() + ", step " + step.number() + " (" + step.does() + ")";
            List<Difference> now = play(step);
            now.forEach(difference -> found.add(difference.atStep(title)));
            differed += now.isEmpty() ? 0 : 1;
            if (differed >= steps) {
                break;
            }
        }
        return found;
    }

    private List<Difference> play(Story.Step step) throws InterruptedException {
        ObjectNode tree = step.tree();
        states.begin(step.number());
        instructKubelets(tree.path("kubelet"));
        clusters.forEach(
                (name, cluster) -> eventsBefore.put(name, cluster.mirror().eventCount()));
        List<Difference> found = new ArrayList<>(perform(tree));
        JsonNode then = tree.path("then");
        if (then.isObject()) {
            expected.apply(then);
            expected.objects().forEach((key, object) -> recordedNames.learn(key.replaceFirst("\\|.*", ""), object));
            found.addAll(waitFor(then, step.seconds()));
            clusters.forEach((name, cluster) ->
                    events.stepEnds(name, then, cluster.mirror().eventsFrom(eventsBefore.getOrDefault(name, 0))));
        }
        return found;
    }

    private void instructKubelets(JsonNode kubelet) {
        clusters.forEach(
                (name, cluster) -> cluster.kubelet().instructions(name.isEmpty() ? kubelet : kubelet.path(name)));
    }

    private List<Difference> perform(ObjectNode step) throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (JsonNode manifest : step.path("manifests")) {
            answers.add(actions.apply(manifest));
        }
        for (JsonNode action : step.path("actions")) {
            @Nullable Answer answer = actions.perform(action);
            if (answer != null) {
                answers.add(answer);
            }
        }
        List<Difference> found = new ArrayList<>();
        JsonNode recorded = step.path("answer");
        if (recorded.isObject() && !answers.isEmpty()) {
            found.addAll(answers.getLast().differences(recorded, names));
        } else {
            answers.forEach(answer -> found.addAll(answer.differences(recorded, names)));
        }
        return found;
    }

    private List<Difference> waitFor(JsonNode then, double seconds) throws InterruptedException {
        long patience = Math.max(SHORTEST.toNanos(), (long) (3 * seconds * 1e9));
        long end = System.nanoTime() + patience;
        long since = 0;
        long seen = -1;
        List<Difference> found = List.of();
        while (true) {
            long version = clusters.values().stream()
                    .mapToLong(cluster -> cluster.mirror().version())
                    .sum();
            long now = System.nanoTime();
            if (version != seen) {
                seen = version;
                found = differences(then);
                since = found.isEmpty() && since > 0 ? since : now;
            }
            if (found.isEmpty() && now - since > HOLDS.toNanos()) {
                return found;
            }
            if (!found.isEmpty()) {
                since = 0;
                if (now > end) {
                    return found;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private List<Difference> differences(JsonNode then) {
        List<Difference> found = new ArrayList<>();
        clusters.forEach((name, cluster) -> {
            if (!cluster.away()) {
                List<ObjectNode> wanted = expected.objects().entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(name + "|"))
                        .map(Map.Entry::getValue)
                        .toList();
                found.addAll(states.differences(
                        name, wanted, cluster.mirror().objects().values()));
                found.addAll(events.differences(
                        name,
                        then,
                        cluster.mirror().eventsFrom(eventsBefore.getOrDefault(name, 0)),
                        cluster.mirror().objects()));
            }
        });
        return found;
    }

    @Override
    public void close() {
        clusters.values().forEach(StoryCluster::close);
    }
}
