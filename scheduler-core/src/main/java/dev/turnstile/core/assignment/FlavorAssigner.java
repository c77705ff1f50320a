package dev.turnstile.core.assignment;

import dev.turnstile.core.hierarchy.ClusterQueue;
import dev.turnstile.core.hierarchy.FlavorQuotas;
import dev.turnstile.core.hierarchy.ResourceFlavor;
import dev.turnstile.core.hierarchy.ResourceGroup;
import dev.turnstile.core.resource.Amount;
import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.Requests;
import dev.turnstile.core.resource.Usage;
import dev.turnstile.core.workload.PodSet;
import dev.turnstile.core.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Assigns a flavor to every resource of every pod set.
 *
 * <p>Goal: the best flavor in the sense of the queue's fungibility. Constraints: all resources of a group get the same
 * flavor; earlier pod sets' requests count. Steps, per pod set and group: try the flavors in order, from where the last
 * search stopped; a flavor is as good as the worst of its resources; stop at one that leaves nothing to be wished for,
 * else keep the best, the earlier at a tie.
 *
 * <p>Example: flavors spot (full, lower priorities could be preempted) and on-demand (free). With
 * {@code whenCanPreempt: TryNextFlavor} the search goes on after spot and takes on-demand, with {@code MayStopSearch}
 * it stops at spot and preempts.
 */
public final class FlavorAssigner {
    private static final String PODS = "pods";

    private final ClusterQueue queue;
    private final Workload workload;
    private final Function<String, @Nullable ResourceFlavor> flavors;
    private final FlavorSearch search;
    private final @Nullable FlavorProgress progress;
    private final @Nullable Assignment nominated;
    private final SearchTime time;

    /**
     * When a search takes place, as far as the next one has to know.
     *
     * @param quotaGeneration how often the quota of the ClusterQueue has changed hands
     * @param cycle the number of the cycle
     */
    record SearchTime(long quotaGeneration, long cycle) {}

    FlavorAssigner(
            ClusterQueue queue,
            Workload workload,
            Function<String, @Nullable ResourceFlavor> flavors,
            FlavorSearch search,
            @Nullable FlavorProgress progress,
            @Nullable Assignment nominated,
            SearchTime time) {
        this.queue = queue;
        this.workload = workload;
        this.flavors = flavors;
        this.search = search;
        this.progress = progress;
        this.nominated = nominated;
        this.time = time;
    }

    /** Assigns flavors for that many pods per pod set. */
    public Assignment assign(int[] counts) {
        List<PodSetResult> results = new ArrayList<>();
        Map<FlavorResource, Long> used = new LinkedHashMap<>();
        List<Map<String, Integer>> tried = new ArrayList<>();
        int borrowing = 0;
        Mode mode = Mode.FIT;
        for (int i = 0; i < counts.length && mode != Mode.NO_FIT; i++) {
            PodSetResult result = assign(i, counts[i], used);
            results.add(result);
            Map<String, Integer> indexes = new LinkedHashMap<>();
            for (Map.Entry<String, FlavorChoice> entry : result.choices().entrySet()) {
                FlavorChoice choice = entry.getValue();
                borrowing = Math.max(borrowing, choice.borrowing());
                long amount = result.requests().amount(entry.getKey());
                if (amount > 0) {
                    used.merge(new FlavorResource(choice.flavor(), entry.getKey()), amount, Amount::add);
                }
                indexes.put(entry.getKey(), choice.triedIndex());
            }
            tried.add(Map.copyOf(indexes));
            mode = result.mode().compareTo(mode) < 0 ? result.mode() : mode;
        }
        return new Assignment(
                results,
                borrowing,
                Usage.of(used),
                mode,
                new FlavorProgress(tried, time.quotaGeneration(), time.cycle()));
    }

    private PodSetResult assign(int index, int count, Map<FlavorResource, Long> used) {
        PodSet podSet = workload.podSets().get(index);
        Requests requests = podSet.requests(count);
        if (queue.groupOf(PODS) >= 0) {
            requests = requests.with(PODS, count);
        }
        SortedMap<String, FlavorChoice> choices = new TreeMap<>();
        List<Obstacle> obstacles = new ArrayList<>();
        List<FlavorAttempt> attempts = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            String resource = requests.resource(i);
            int group = queue.groupOf(resource);
            if (choices.containsKey(resource) || (group < 0 && requests.amount(i) == 0)) {
                continue;
            }
            List<Obstacle> found = new ArrayList<>();
            Map<String, FlavorChoice> chosen = group < 0
                    ? unavailable(resource, found)
                    : choose(index, resource, group, requests, used, found, attempts);
            if (chosen.isEmpty()) {
                return new PodSetResult(podSet.name(), count, requests, new TreeMap<>(), found, attempts);
            }
            choices.putAll(chosen);
            obstacles.addAll(found);
        }
        return new PodSetResult(podSet.name(), count, requests, choices, obstacles, attempts);
    }

    private static Map<String, FlavorChoice> unavailable(String resource, List<Obstacle> obstacles) {
        obstacles.add(new Obstacle.ResourceUnavailable(resource));
        return Map.of();
    }

    private Map<String, FlavorChoice> choose(
            int podSet,
            String resource,
            int groupIndex,
            Requests requests,
            Map<FlavorResource, Long> used,
            List<Obstacle> obstacles,
            List<FlavorAttempt> attempts) {
        ResourceGroup group = queue.resourceGroups().get(groupIndex);
        Map<String, FlavorSearch.Answer> best = Map.of();
        String bestFlavor = "";
        Rank bestRank = Rank.WORST;
        int last = -1;
        FlavorProgress from = progress;
        for (int i = from == null ? 0 : from.next(podSet, resource);
                i < group.flavors().size();
                i++) {
            last = i;
            String flavor = group.flavors().get(i).flavor();
            Obstacle unusable = unusable(podSet, resource, flavor);
            if (unusable != null) {
                obstacles.add(unusable);
                if (!(unusable instanceof Obstacle.NotNominated)) {
                    attempts.add(new FlavorAttempt(groupIndex, flavor, FlavorMode.NO_FIT, 0, List.of(unusable)));
                }
                continue;
            }
            Map<String, FlavorSearch.Answer> answers = new TreeMap<>();
            List<Obstacle> ownObstacles = new ArrayList<>();
            Rank rank = ask(group, group.flavors().get(i), requests, used, answers, ownObstacles);
            obstacles.addAll(ownObstacles);
            int level = answers.values().stream()
                    .mapToInt(FlavorSearch.Answer::borrowing)
                    .max()
                    .orElse(0);
            attempts.add(new FlavorAttempt(groupIndex, flavor, rank.mode(), level, ownObstacles));
            boolean stop = !rank.leavesSearchOpen(queue.fungibility());
            if (stop || rank.betterThan(bestRank, queue.fungibility().preference())) {
                best = answers;
                bestFlavor = flavor;
                bestRank = rank;
            }
            if (stop) {
                break;
            }
        }
        if (!best.isEmpty() && best.values().stream().allMatch(answer -> answer.mode() == FlavorMode.FIT)) {
            obstacles.clear();
        }
        int tried = last == group.flavors().size() - 1 ? -1 : last;
        Map<String, FlavorChoice> choices = new TreeMap<>();
        String chosen = bestFlavor;
        best.forEach((name, answer) ->
                choices.put(name, new FlavorChoice(chosen, answer.mode().mode(), answer.borrowing(), tried)));
        return choices;
    }

    private Rank ask(
            ResourceGroup group,
            FlavorQuotas flavor,
            Requests requests,
            Map<FlavorResource, Long> used,
            Map<String, FlavorSearch.Answer> answers,
            List<Obstacle> obstacles) {
        Rank worst = Rank.BEST;
        for (int i = 0; i < requests.size(); i++) {
            String resource = requests.resource(i);
            if (!group.coveredResources().contains(resource)) {
                continue;
            }
            FlavorResource wanted = new FlavorResource(flavor.flavor(), resource);
            FlavorSearch.Answer answer = search.find(wanted, used.getOrDefault(wanted, 0L), requests.amount(i));
            Obstacle obstacle = answer.obstacle();
            if (obstacle != null) {
                obstacles.add(obstacle);
            }
            answers.put(resource, answer);
            Rank rank = new Rank(answer.mode(), answer.borrowing());
            if (worst.betterThan(rank, queue.fungibility().preference())) {
                worst = rank;
            }
        }
        return worst;
    }

    private @Nullable Obstacle unusable(int podSet, String resource, String flavor) {
        Assignment first = nominated;
        if (first != null && !nominatedFlavor(first, podSet, resource).equals(flavor)) {
            return new Obstacle.NotNominated(flavor, resource);
        }
        ResourceFlavor known = flavors.apply(flavor);
        return known == null
                ? new Obstacle.FlavorMissing(flavor)
                : NodeMatch.obstacle(known, workload.podSets().get(podSet).demands());
    }

    private static String nominatedFlavor(Assignment first, int podSet, String resource) {
        FlavorChoice choice = podSet < first.podSets().size()
                ? first.podSets().get(podSet).choices().get(resource)
                : null;
        return choice == null ? "" : choice.flavor();
    }
}
