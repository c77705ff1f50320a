package dev.turnstile.worker.pod;

import dev.turnstile.model.kueue.PodSet;
import dev.turnstile.vocabulary.Annotation;
import dev.turnstile.vocabulary.Label;
import dev.turnstile.worker.job.WorkloadMaker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What Workload the waiting pods of a unit make. */
sealed interface Composition {
    /** One with these pod sets. */
    record Whole(List<PodView> members, List<PodSet> podSets) implements Composition {}

    /** None: these are too many. */
    record TooMany(List<PodView> excess) implements Composition {}

    /** None yet, or never. */
    record Problem(PodView about, String message) implements Composition {}

    /** The most pods that a group may say to have, so that a slip of the hand asks for no absurd amount. */
    int MOST = 1_000_000;

    /** Of pods that wait, the oldest first, of which there is one at least; their Workload takes these labels over. */
    static Composition of(PodUnit unit, List<PodView> waiting, List<String> copiedLabels) {
        PodView first = waiting.getFirst();
        if (!unit.group()) {
            return new Whole(List.of(first), List.of(new PodSet(PodSet.DEFAULT_NAME, PodTemplates.of(first), 1, null)));
        }
        Problem problem = disagreement(waiting, copiedLabels);
        if (problem != null) {
            return problem;
        }
        String name = unit.key().name();
        int total = total(first);
        if (total < 1) {
            return new Problem(
                    first,
                    "'%s' group: annotation %s has to be a number from 1 to %d, it is \"%s\""
                            .formatted(
                                    name,
                                    Annotation.POD_GROUP_TOTAL_COUNT.text(),
                                    MOST,
                                    first.metadata()
                                            .annotations()
                                            .getOrDefault(Annotation.POD_GROUP_TOTAL_COUNT.text(), "")));
        }
        if (waiting.size() > total) {
            return new TooMany(waiting.subList(total, waiting.size()).reversed());
        }
        boolean early = "true".equals(first.metadata().annotations().get(Annotation.POD_GROUP_FAST_ADMISSION.text()));
        if (waiting.size() < total && !early) {
            return new Problem(first, "'%s' group has fewer runnable pods than expected".formatted(name));
        }
        return new Whole(waiting, podSets(waiting, total));
    }

    private static int total(PodView pod) {
        String text = pod.metadata().annotations().getOrDefault(Annotation.POD_GROUP_TOTAL_COUNT.text(), "");
        if (!text.matches("[0-9]{1,7}")) {
            return 0;
        }
        int total = Integer.parseInt(text);
        return total <= MOST ? total : 0;
    }

    private static @Nullable Problem disagreement(List<PodView> waiting, List<String> copiedLabels) {
        Map<String, Function<PodView, @Nullable String>> questions = new LinkedHashMap<>();
        questions.put(
                "queue names",
                pod -> pod.metadata().labels().getOrDefault(Label.QUEUE_NAME.text(), WorkloadMaker.DEFAULT));
        questions.put(
                "'" + Annotation.POD_GROUP_TOTAL_COUNT.text() + "' values",
                pod -> pod.metadata().annotations().getOrDefault(Annotation.POD_GROUP_TOTAL_COUNT.text(), ""));
        questions.put(
                "'" + Label.PRIORITY_CLASS.text() + "' values",
                pod -> pod.metadata().labels().getOrDefault(Label.PRIORITY_CLASS.text(), ""));
        for (String label : copiedLabels) {
            questions.put(
                    "'" + label + "' values", pod -> pod.metadata().labels().get(label));
        }
        return questions.entrySet().stream()
                .map(question -> disagreement(waiting, question.getKey(), question.getValue()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** The problem where waiting pods differ in that; a pod without a value agrees with all. */
    private static @Nullable Problem disagreement(
            List<PodView> waiting, String what, Function<PodView, @Nullable String> question) {
        PodView first = null;
        String said = "";
        for (PodView pod : waiting) {
            String answer = question.apply(pod);
            if (answer == null) {
                continue;
            }
            if (first == null) {
                first = pod;
                said = answer;
            } else if (!said.equals(answer)) {
                return new Problem(
                        pod,
                        "pods '%s' and '%s' has different %s: %s!=%s"
                                .formatted(
                                        first.metadata().key().name(),
                                        pod.metadata().key().name(),
                                        what,
                                        said,
                                        answer));
            }
        }
        return null;
    }

    /** One per role, by its name; pods that are still to come are taken to be like the oldest. */
    private static List<PodSet> podSets(List<PodView> members, int total) {
        Map<String, List<PodView>> byRole = new TreeMap<>();
        members.forEach(pod ->
                byRole.computeIfAbsent(pod.role(), role -> new ArrayList<>()).add(pod));
        String oldest = members.getFirst().role();
        List<PodSet> podSets = new ArrayList<>();
        byRole.forEach((role, pods) -> podSets.add(new PodSet(
                role,
                PodTemplates.of(pods.getFirst()),
                pods.size() + (role.equals(oldest) ? total - members.size() : 0),
                null)));
        return podSets;
    }
}
