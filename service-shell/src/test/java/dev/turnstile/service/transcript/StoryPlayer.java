package dev.turnstile.service.transcript;

import dev.turnstile.embedded.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells one story again, on clusters of its own, and finds what is not as recorded. After each step the expected state
 * has three times the recorded time to come about, and then to hold for a second, unless time alone ends it.
 */
final class StoryPlayer implements AutoCloseable {
    static final Duration SHORTEST = Duration.ofSeconds(8);
    /** For the first step: services that were just started, several at a time, are slow at first. */
    private static final Duration STARTING = Duration.ofSeconds(30);

    /** A garbage collector hears of a new kind up to half a minute after its definition. */
    private static final Duration COLLECTED = Duration.ofSeconds(45);

    /** The message of a Workload that waits on for the same reason is written ten seconds after the last one. */
    private static final Duration REWORDED = Duration.ofSeconds(12);

    private static final String REASON_TO_WAIT = "status.conditions[QuotaReserved].message";

    private static final Duration HOLDS = Duration.ofSeconds(1);
    static final long POLL_MILLIS = 40;

    private final Story story;
    private final Rules rules;
    private final Variation variation;
    private final Names recordedNames = new Names();
    private final Names names;
    private final Map<String, StoryCluster> clusters = new TreeMap<>();
    private final ExpectedState expected = new ExpectedState();
    private final StateComparison states;
    private final Events events;
    private final StepActions actions;
    private final RecordersPace pace;
    private final Map<String, Integer> eventsBefore = new TreeMap<>();
    private final Map<String, Integer> writesBefore = new TreeMap<>();
    /** What the steps behind the last one that was compared end in. */
    private final List<ObjectNode> passed = new ArrayList<>();
    /** Whether a step began since then: what is told and written from there on is compared with the next one. */
    private boolean telling;

    private Duration shortest = STARTING;

    private final ControllersUnderTest tested;
    private final Cast cast;
    /** What the step that is compared ends in, as it is played. */
    private ObjectNode awaited = Json.object();

    StoryPlayer(Story story, Rules rules, ControllersUnderTest tested, Variation variation) {
        this.story = story;
        this.rules = rules;
        this.variation = variation;
        this.names = new Names(variation);
        this.tested = tested;
        this.states = new StateComparison(story.name(), rules, recordedNames, names);
        this.events = new Events(rules, recordedNames, names);
        this.actions = new StepActions(clusters, rules, names, variation);
        this.pace = new RecordersPace(clusters, names);
        this.cast = new Cast(story.clusters());
    }

    /** Plays until that many steps have differed; returns all differences. */
    List<Difference> play(int steps) throws InterruptedException {
        for (String name : story.clusters()) {
            clusters.put(name, new StoryCluster(name, names, tested, story.hasDefaultQueue(), variation));
        }
        clusters.values().forEach(cluster -> cluster.startControllers(rules.settings(story.settings())));
        if (variation.hasNeighbours()) {
            clusters.values().forEach(StoryCluster::addNeighbours);
        }
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
                return found;
            }
        }
        if (rules.plays(story.name(), story.steps().size())) {
            metrics().forEach(difference -> found.add(difference.atStep(story.name() + ", at the end")));
        }
        return found;
    }

    /** What is measured follows what is done a moment later. */
    private List<Difference> metrics() throws InterruptedException {
        long end = System.nanoTime() + SHORTEST.toNanos();
        JsonNode recorded = cast.of(story.metrics());
        while (true) {
            List<Difference> found = new ArrayList<>();
            clusters.forEach((name, cluster) -> found.addAll(Metrics.differences(
                    name.isEmpty() ? recorded : recorded.path(name), cluster.metrics(), rules, recordedNames, names)));
            if (found.isEmpty() || System.nanoTime() > end) {
                return found;
            }
            TimeUnit.MILLISECONDS.sleep(10 * POLL_MILLIS);
        }
    }

    private List<Difference> play(Story.Step step) throws InterruptedException {
        ObjectNode tree = (ObjectNode) cast.of(step.tree());
        Story.Step played = new Story.Step(step.number(), tree, step.seconds());
        states.begin(step.number());
        instructKubelets(tree.path("kubelet"));
        boolean atOnce = rules.atOnce(story.name(), step.number());
        clusters.values().forEach(cluster -> cluster.holdNews(atOnce));
        if (!telling) {
            telling = true;
            clusters.forEach((name, cluster) -> {
                eventsBefore.put(name, cluster.mirror().eventCount());
                writesBefore.put(name, cluster.mirror().writeCount());
            });
        }
        JsonNode then = tree.path("then");
        List<Difference> found = new ArrayList<>(perform(played, then, atOnce));
        if (then instanceof ObjectNode state) {
            expected.apply(state);
            expected.objects().forEach((key, object) -> recordedNames.learn(key.replaceFirst("\\|.*", ""), object));
            passed.add(state);
            if (rules.compares(story.name(), step.number())
                    && !rules.passes(expected.objects().values())) {
                awaited = together(passed);
                passed.clear();
                telling = false;
                found.addAll(waitFor(step.seconds(), story.passes(step) ? Duration.ZERO : HOLDS));
                shortest = SHORTEST;
                clusters.forEach((name, cluster) -> events.stepEnds(
                        name, awaited, cluster.mirror().eventsFrom(eventsBefore.getOrDefault(name, 0))));
            }
        }
        return found;
    }

    /** The last of these states, with what was told and written on the way there. */
    private static ObjectNode together(List<ObjectNode> states) {
        ObjectNode all = states.getLast().deepCopy();
        for (String field : List.of("events", "sequence")) {
            ArrayNode told = all.putArray(field);
            states.forEach(state -> Json.items(state, field).forEach(told::add));
        }
        return all;
    }

    private void instructKubelets(JsonNode kubelet) {
        clusters.forEach(
                (name, cluster) -> cluster.kubelet().instructions(name.isEmpty() ? kubelet : kubelet.path(name)));
    }

    /** Does what the step says, in the clusters that play its parts. */
    private List<Difference> perform(Story.Step told, JsonNode then, boolean atOnce) throws InterruptedException {
        ObjectNode step = told.tree();
        List<Answer> answers = new ArrayList<>();
        List<Difference> found = new ArrayList<>();
        pace.beginStep();
        for (JsonNode manifest : manifests(told)) {
            pace.before(manifest);
            answers.add(actions.apply(manifest));
            if (!atOnce) {
                pace.letBeHeard(manifest, answers.getLast());
            }
            pace.letBeSeen(manifest, answers.getLast(), then);
            found.addAll(added(step, manifest, answers.getLast()));
        }
        List<JsonNode> todo = Json.items(step, "actions");
        for (int i = 0; i < todo.size(); i++) {
            JsonNode action = todo.get(i);
            if (action.has("pod")) {
                int first = i;
                while (i + 1 < todo.size() && todo.get(i + 1).equals(action)) {
                    i++;
                }
                int before = pace.writes(action);
                actions.pods(action, variation.podsForOne() * (i - first + 1));
                if (i + 1 < todo.size() && action.path("pod").has("name")) {
                    pace.letEndBeSeen(action, before);
                }
                continue;
            }
            pace.before(action.path("create"));
            @Nullable Answer answer = actions.perform(action);
            if (answer != null) {
                answers.add(answer);
                if (!atOnce && !action.has("delete")) {
                    pace.letBeHeard(action, answer);
                } else if (!atOnce && i + 1 < todo.size()) {
                    pace.letDeletionBeHeard(action);
                }
                pace.letBeSeen(action, answer, then);
            }
        }
        if (!then.isObject() && !atOnce && answers.stream().anyMatch(answer -> answer.refusal() == null)) {
            // Nothing is compared, but the next request is about what comes of this one.
            actions.untilQuiet();
            takeAway(told, answers);
        }
        JsonNode recorded = step.path("answer");
        if (!rules.answers(story.name(), told.number())) {
            return found;
        }
        if (recorded.isObject() && !answers.isEmpty()) {
            found.addAll(answers.getLast().differences(recorded, names, rules));
        } else {
            answers.forEach(answer -> found.addAll(answer.differences(recorded, names, rules)));
        }
        return found;
    }

    /** In another order only where no answer of one of them was recorded. */
    private List<JsonNode> manifests(Story.Step told) {
        List<JsonNode> recorded = Json.items(told.tree(), "manifests");
        return told.tree().has("answer") ? recorded : variation.ordered(recorded);
    }

    /** What was only tried, and is not told of afterwards, the recorder took away again. */
    private void takeAway(Story.Step step, List<Answer> answers) throws InterruptedException {
        List<JsonNode> manifests = manifests(step);
        for (int i = 0; i < manifests.size(); i++) {
            String clusterName = Json.text(manifests.get(i), "cluster");
            StoryCluster cluster = clusters.get(clusterName);
            Answer answer = answers.get(i);
            ObjectNode recorded = (ObjectNode) manifests.get(i);
            boolean before = expected.knows(clusterName, recorded);
            if (cluster != null && answer.refusal() == null && !before && !story.tells(step, recorded)) {
                actions.remove(cluster, answer.object());
            }
        }
    }

    /** Compared where it was recorded. */
    private List<Difference> added(ObjectNode step, JsonNode manifest, Answer answer) {
        String cluster = Json.text(manifest, "cluster");
        String object = Json.text(manifest, "kind") + "/" + Json.text(manifest, "metadata", "name");
        JsonNode recorded =
                step.path("webhooks_and_defaults_added").path(cluster.isEmpty() ? object : cluster + ": " + object);
        if (recorded.isMissingNode() || answer.refusal() != null) {
            return List.of();
        }
        List<Difference> found = Additions.differences(
                recorded, manifest, variation.seen(answer.object()), object, recordedNames, names);
        return found.stream()
                .filter(difference -> !difference.field().endsWith("controller-uid"))
                .filter(difference -> !rules.ignores(story.name(), 0, difference))
                .toList();
    }

    /** Has clusters change their parts if they have to. */
    private void recast() {
        Map<String, Collection<ObjectNode>> seen = new TreeMap<>();
        clusters.forEach(
                (name, cluster) -> seen.put(name, cluster.mirror().objects().values()));
        cast.change(awaited, recordedNames, seen, names).ifPresent(change -> {
            expected.change(
                    change,
                    object -> recordedNames.text(Json.name(object)).equals(change.workload())
                            ? (ObjectNode) cast.changed(object, change)
                            : object);
            awaited = (ObjectNode) cast.changed(awaited, change);
        });
    }

    private List<Difference> waitFor(double seconds, Duration holds) throws InterruptedException {
        long patience = Math.max(shortest.toNanos(), (long) (3 * seconds * 1e9));
        long begin = System.nanoTime();
        long since = 0;
        long seen = -1;
        List<Difference> found = List.of();
        List<Difference> closest = List.of();
        while (true) {
            long version = clusters.values().stream()
                    .mapToLong(cluster -> cluster.mirror().version())
                    .sum();
            long now = System.nanoTime();
            if (version != seen) {
                seen = version;
                recast();
                found = differences();
                closest = closest.isEmpty() || found.size() < closest.size() ? found : closest;
                since = found.isEmpty() && since > 0 ? since : now;
            }
            if (found.isEmpty() && now - since >= holds.toNanos()) {
                return found;
            }
            if (!found.isEmpty()) {
                since = 0;
                if (now - begin > Math.max(patience, longest(found).toNanos())) {
                    // What passes by has passed by now: it is told of by what came nearest to it.
                    return holds.isZero() ? closest : found;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** How long what still differs may take, whatever the recording took. */
    private static Duration longest(List<Difference> found) {
        if (found.stream().allMatch(Difference::isLeft)) {
            return COLLECTED;
        }
        return found.stream().allMatch(difference -> difference.field().equals(REASON_TO_WAIT))
                ? REWORDED
                : Duration.ZERO;
    }

    private List<Difference> differences() {
        List<Difference> found = new ArrayList<>();
        clusters.forEach((name, cluster) -> {
            if (!cluster.away()) {
                List<ObjectNode> wanted = expected.objects().entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith(name + "|"))
                        .map(Map.Entry::getValue)
                        .toList();
                found.addAll(states.differences(
                        name, wanted, variation.seen(cluster.mirror().objects().values())));
                found.addAll(events.differences(
                        name,
                        awaited,
                        cluster.mirror().eventsFrom(eventsBefore.getOrDefault(name, 0)),
                        cluster.mirror().objects(),
                        states.waitingOtherwise(wanted)));
                found.addAll(Groups.differences(
                        rules.renamed(awaited.path("sequence")),
                        name,
                        cluster.mirror().writesFrom(writesBefore.getOrDefault(name, 0)),
                        recordedNames,
                        names));
            }
        });
        return found;
    }

    @Override
    public void close() {
        clusters.values().forEach(StoryCluster::close);
    }
}
