package dev.turnstile.model.config;

import dev.turnstile.model.config.SettingType.Entries;
import dev.turnstile.model.config.SettingType.Items;
import dev.turnstile.model.config.SettingType.Member;
import dev.turnstile.model.config.SettingType.Scalar;
import dev.turnstile.model.config.SettingType.Section;
import dev.turnstile.model.feature.SimilarNames;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The settings that there are: what the configuration records say of themselves, and upstream's others by name. */
final class Settings {

    /** All settings in effect. */
    static final Section ROOT = section(Configuration.class);

    /** Settings of upstream that we accept and do nothing with. */
    static final SortedSet<String> NOT_IN_EFFECT = Collections.unmodifiableSortedSet(new TreeSet<>(List.of(
            "admissionFairSharing",
            "controller",
            "leaderElection.resourceLock",
            "metrics.customLabels",
            "multiKueue.clusterProfile",
            "multiKueue.externalFrameworks",
            "pprofBindAddress",
            "resources.deviceClassMappings",
            "resources.quotaCheckStrategy",
            "tls.curvePreferences")));

    /** The list of frameworks, of which some do nothing. */
    static final String FRAMEWORKS = "integrations.frameworks";

    /** Frameworks that are managed. */
    static final SortedSet<String> MANAGED_FRAMEWORKS =
            Collections.unmodifiableSortedSet(new TreeSet<>(List.of("batch/job", "pod")));

    /** Upstream's other frameworks. */
    static final SortedSet<String> OTHER_FRAMEWORKS = Collections.unmodifiableSortedSet(new TreeSet<>(List.of(
            "deployment",
            "jobset.x-k8s.io/jobset",
            "kubeflow.org/jaxjob",
            "kubeflow.org/mpijob",
            "kubeflow.org/paddlejob",
            "kubeflow.org/pytorchjob",
            "kubeflow.org/tfjob",
            "kubeflow.org/xgboostjob",
            "leaderworkerset.x-k8s.io/leaderworkerset",
            "ray.io/raycluster",
            "ray.io/rayjob",
            "ray.io/rayservice",
            "sparkoperator.k8s.io/sparkapplication",
            "statefulset",
            "trainer.kubeflow.org/trainjob",
            "workload.codeflare.dev/appwrapper")));

    /** Every path at which a single value, a list or a map of values stands; elements of lists as {@code []}. */
    static final Map<String, Place> PATHS = Collections.unmodifiableMap(paths(ROOT, "", false, new TreeMap<>()));

    private static final SortedSet<String> KNOWN = known();

    /**
     * Where a setting stands.
     *
     * @param reloadable whether a change is taken over while the service runs: what its section says holds for all in
     *     it
     */
    record Place(Member member, boolean reloadable) {}

    private Settings() {}

    /** The known path that somebody may have meant by an unknown one. */
    static String nearestTo(String path) {
        var plain = path.replaceAll("\\[[^]]*]", "[]");
        var parent = plain.substring(0, plain.lastIndexOf('.') + 1);
        var name = plain.substring(parent.length());
        var elsewhere = KNOWN.stream()
                .filter(known -> known.equals(name) || known.endsWith("." + name))
                .toList();
        if (elsewhere.size() == 1) {
            return elsewhere.getFirst();
        }
        var siblings = KNOWN.stream()
                .filter(known -> known.startsWith(parent) && known.indexOf('.', parent.length()) < 0)
                .map(known -> known.substring(parent.length()))
                .toList();
        return parent
                + SimilarNames.nearest(name, siblings.isEmpty() ? KNOWN : siblings, 1)
                        .getFirst();
    }

    /** Whether a change of the property of that key is taken over while the service runs. */
    static boolean reloadable(String key) {
        var path = key.replaceAll("\\[[0-9]+]", "[]");
        while (!PATHS.containsKey(path)) {
            var end = Math.max(path.lastIndexOf('['), path.lastIndexOf('.'));
            if (end < 0) {
                return false;
            }
            path = path.substring(0, end);
        }
        return Objects.requireNonNull(PATHS.get(path)).reloadable();
    }

    private static Section section(Class<?> type) {
        var components = type.getRecordComponents();
        // A record's canonical constructor is its only one here, and alone carries Spring's annotation.
        var parameters = type.getConstructors()[0].getParameters();
        return new Section(IntStream.range(0, components.length)
                .mapToObj(index -> member(components[index], parameters[index].getAnnotation(DefaultValue.class)))
                .toList());
    }

    private static Member member(RecordComponent component, @Nullable DefaultValue fixed) {
        var setting = component.getAnnotation(Setting.class);
        if (setting == null) {
            throw new IllegalStateException("%s of %s says not what it does: annotate it with @Setting"
                    .formatted(
                            component.getName(), component.getDeclaringRecord().getSimpleName()));
        }
        return new Member(
                component.getName(),
                type(component.getGenericType()),
                setting,
                fixed == null ? List.of() : List.of(fixed.value()));
    }

    private static SettingType type(Type type) {
        if (type instanceof ParameterizedType generic) {
            var arguments = generic.getActualTypeArguments();
            var element = type(arguments[arguments.length - 1]);
            return generic.getRawType() == List.class ? new Items(element) : new Entries(element);
        }
        var plain = (Class<?>) type;
        return plain.isRecord() ? section(plain) : new Scalar(plain);
    }

    private static Map<String, Place> paths(
            Section section, String prefix, boolean reloadableSection, Map<String, Place> found) {
        for (var member : section.members()) {
            var path = prefix + member.name();
            var reloadable = reloadableSection || member.setting().reloadable();
            switch (member.type()) {
                case Section inner -> paths(inner, path + ".", reloadable, found);
                case Items(Section inner) -> {
                    found.put(path, new Place(member, reloadable));
                    paths(inner, path + "[].", reloadable, found);
                }
                case Items _, Entries _, Scalar _ -> found.put(path, new Place(member, reloadable));
            }
        }
        return found;
    }

    private static SortedSet<String> known() {
        var known = new TreeSet<>(NOT_IN_EFFECT);
        for (var path : PATHS.keySet()) {
            known.add(path);
            var parts = new ArrayList<>(List.of(path.split("\\.")));
            while (parts.size() > 1) {
                parts.removeLast();
                known.add(String.join(".", parts));
            }
        }
        return known;
    }
}
