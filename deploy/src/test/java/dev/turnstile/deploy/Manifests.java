package dev.turnstile.deploy;

import dev.turnstile.model.kueue.KueueKinds;
import dev.turnstile.model.meta.ResourceKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.node.ObjectNode;

/** What users and administrators send in the recordings of Kueue, as far as it is of our kinds and was accepted. */
record Manifests(String story, List<ObjectNode> objects) {
    private static final List<String> STORIES = List.of(
            "01-job-admitted-and-finished",
            "01-short-workload-names",
            "02-job-waits",
            "03-preemption-in-queue",
            "04-preemption-fair-sharing",
            "04-preemption-in-cohort",
            "05-partial-admission",
            "06-flavors",
            "07-admission-checks",
            "09-pod-fast-quota-release",
            "09-pod-group",
            "09-pod-single",
            "10-wait-for-pods-ready-block",
            "11-multikueue-clusters",
            "13-bad-input",
            "13-cohort-cycle",
            "14-priority-classes",
            "15-job-shapes");

    static List<Manifests> all() {
        return STORIES.stream().map(Manifests::of).toList();
    }

    private static Manifests of(String story) {
        ClassLoader loader = Objects.requireNonNull(Manifests.class.getClassLoader());
        List<ObjectNode> objects = new ArrayList<>();
        try (InputStream file = Objects.requireNonNull(
                        loader.getResourceAsStream("manifests/" + story + ".yaml"), () -> "no manifests of " + story);
                MappingIterator<ObjectNode> documents =
                        Definition.YAML.readerFor(ObjectNode.class).readValues(file)) {
            while (documents.hasNext()) {
                objects.add(documents.next());
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return new Manifests(story, objects);
    }

    static ResourceKind<?, ?> kindOf(ObjectNode object) {
        return KueueKinds.ALL.stream()
                .filter(kind -> kind.kind().equals(object.path("kind").asString()))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public String toString() {
        return story;
    }
}
