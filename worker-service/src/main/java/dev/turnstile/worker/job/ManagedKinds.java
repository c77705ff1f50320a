package dev.turnstile.worker.job;

import dev.turnstile.model.config.Integrations;
import dev.turnstile.service.informer.ApiResource;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The kinds of jobs that wait for quota by themselves, here or by another controller: what they make waits and runs
 * with them.
 *
 * @param ours kinds of our integrations
 * @param others kinds of other controllers, as {@code Kind.version.group}
 */
public record ManagedKinds(Set<ApiResource> ours, Set<String> others) {
    public ManagedKinds {
        ours = Set.copyOf(ours);
        others = Set.copyOf(others);
    }

    /** Those of these kinds that the configuration names, and those that it says are another controller's. */
    public static ManagedKinds of(Collection<? extends JobKind> kinds, Integrations integrations) {
        Set<ApiResource> ours = kinds.stream()
                .filter(kind -> kind instanceof Integration && integrations.manages(kind.framework()))
                .map(kind -> ((Integration) kind).resource())
                .collect(Collectors.toUnmodifiableSet());
        return new ManagedKinds(ours, Set.copyOf(integrations.externalFrameworks()));
    }

    /** Whether jobs of that kind wait for quota by themselves. */
    public boolean contains(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String dotted = slash < 0
                ? kind + "." + apiVersion
                : kind + "." + apiVersion.substring(slash + 1) + "." + apiVersion.substring(0, slash);
        return others.contains(dotted)
                || ours.stream()
                        .anyMatch(known -> known.apiVersion().equals(apiVersion)
                                && known.kind().equals(kind));
    }
}
