package dev.turnstile.core.hierarchy;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What is wrong with the quotas of a ClusterQueue or Cohort. */
public sealed interface SpecificationProblem {

    String message();

    /** A quota or limit below zero. */
    record NegativeQuota(String flavor, String resource, long amount) implements SpecificationProblem {
        @Override
        public String message() {
            return "quota of %s in flavor %s is %d; it must not be negative".formatted(resource, flavor, amount);
        }
    }

    /** A resource in two groups, or a flavor twice. */
    record DuplicateName(String kind, String name) implements SpecificationProblem {
        @Override
        public String message() {
            return "%s %s appears more than once; name it once".formatted(kind, name);
        }
    }

    /** A weight below zero. */
    record NegativeWeight(long weight) implements SpecificationProblem {
        @Override
        public String message() {
            return "fair sharing weight is %d thousandths; it must not be negative".formatted(weight);
        }
    }

    static List<SpecificationProblem> of(List<ResourceGroup> groups, long fairWeight) {
        List<SpecificationProblem> problems = new ArrayList<>();
        Set<String> resources = new LinkedHashSet<>();
        Set<String> flavors = new LinkedHashSet<>();
        for (ResourceGroup group : groups) {
            for (String resource : group.coveredResources()) {
                if (!resources.add(resource)) {
                    problems.add(new DuplicateName("resource", resource));
                }
            }
            for (FlavorQuotas flavor : group.flavors()) {
                if (!flavors.add(flavor.flavor())) {
                    problems.add(new DuplicateName("flavor", flavor.flavor()));
                }
                negativeQuotas(flavor, problems);
            }
        }
        if (fairWeight < 0) {
            problems.add(new NegativeWeight(fairWeight));
        }
        return List.copyOf(problems);
    }

    private static void negativeQuotas(FlavorQuotas flavor, List<SpecificationProblem> problems) {
        for (String resource : flavor.quotas().keySet().stream().sorted().toList()) {
            Quota quota = flavor.quotas().getOrDefault(resource, Quota.of(0));
            Long borrowing = quota.borrowingLimit();
            Long lending = quota.lendingLimit();
            if (quota.nominal() < 0) {
                problems.add(new NegativeQuota(flavor.flavor(), resource, quota.nominal()));
            }
            if (borrowing != null && borrowing < 0) {
                problems.add(new NegativeQuota(flavor.flavor(), resource, borrowing));
            }
            if (lending != null && lending < 0) {
                problems.add(new NegativeQuota(flavor.flavor(), resource, lending));
            }
        }
    }
}
