package dev.turnstile.worker.inbound;

import dev.turnstile.model.config.Resources;
import dev.turnstile.model.config.Transformation;
import dev.turnstile.model.quantity.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the requests of a pod count as against quota.
 *
 * <p>Resources that are excluded are gone first, then each of the rest counts as what its transformation says. Example:
 * {@code example.com/slice} counts as 5Gi of {@code example.com/memory} a piece, {@code Replace}: a pod that asks for 2
 * slices and 1Gi of that memory counts 11Gi of it, and no slices.
 */
public final class ResourceRules {
    private final List<String> excludedPrefixes;
    private final Map<String, Transformation> transformations;
    /** By input: what one unit of it counts as, read once and not for every Workload that is looked at. */
    private final Map<String, Map<String, Quantity>> outputs;

    /** What the configuration says. */
    public ResourceRules(Resources resources) {
        excludedPrefixes = resources.excludeResourcePrefixes();
        transformations =
                resources.transformations().stream().collect(Collectors.toMap(Transformation::input, each -> each));
        outputs = resources.transformations().stream()
                .collect(Collectors.toMap(Transformation::input, ResourceRules::outputs));
    }

    private static Map<String, Quantity> outputs(Transformation transformation) {
        return transformation.outputs().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, output -> Quantity.parse(output.getValue())));
    }

    Map<String, Quantity> counted(Map<String, Quantity> requested) {
        Map<String, Quantity> kept = new TreeMap<>(requested);
        kept.keySet().removeIf(resource -> excludedPrefixes.stream().anyMatch(resource::startsWith));
        Map<String, Quantity> counted = new TreeMap<>();
        kept.forEach((resource, amount) -> {
            Transformation transformation = transformations.get(resource);
            if (transformation == null || transformation.strategy() == Transformation.Strategy.RETAIN) {
                counted.merge(resource, amount, Quantity::plus);
            }
            if (transformation != null) {
                BigDecimal units = amount.amount().multiply(multiplier(transformation, kept));
                outputs.getOrDefault(resource, Map.of())
                        .forEach((output, each) -> counted.merge(output, each.times(units), Quantity::plus));
            }
        });
        return counted;
    }

    /** Of a pod that does not ask for the other resource, the input counts once. */
    private static BigDecimal multiplier(Transformation transformation, Map<String, Quantity> requested) {
        String other = transformation.multiplyBy();
        Quantity amount = other == null ? null : requested.get(other);
        return amount == null ? BigDecimal.ONE : amount.amount();
    }
}
