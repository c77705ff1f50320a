package dev.turnstile.manager.console;

import dev.turnstile.core.resource.FlavorResource;
import dev.turnstile.core.resource.QuantityText;
import dev.turnstile.manager.console.QueuePicture.Room;
import dev.turnstile.manager.console.WorkloadView.FlavorLine;
import dev.turnstile.model.kueue.PodSetRequest;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * What a workload wants and what there is of it, flavor by flavor in the order in which they are tried.
 *
 * <p>It counts quota alone: whether a flavor's nodes suit the pods, its scheduler knows, and says so in the reasons.
 */
final class FlavorPicture {

    private FlavorPicture() {}

    /** Draws it; empty where quota is reserved already, or nobody has counted what the workload wants. */
    static List<FlavorLine> of(Workload workload, Room room) {
        var lines = new ArrayList<FlavorLine>();
        if (workload.status().quotaReserved()) {
            return lines;
        }
        for (PodSetRequest podSet : workload.status().resourceRequests()) {
            podSet.resources().forEach((resource, wanted) -> lines.addAll(of(podSet.name(), resource, wanted, room)));
        }
        return lines;
    }

    private static List<FlavorLine> of(String podSet, String resource, Quantity wanted, Room room) {
        var lines = new ArrayList<FlavorLine>();
        for (var group : room.queue().spec().resourceGroups()) {
            if (group.coveredResources().contains(resource)) {
                group.flavors()
                        .forEach(flavor ->
                                lines.add(line(podSet, new FlavorResource(flavor.name(), resource), wanted, room)));
            }
        }
        if (lines.isEmpty()) {
            lines.add(new FlavorLine(
                    podSet,
                    "",
                    resource,
                    wanted.toString(),
                    "",
                    "no flavor of ClusterQueue " + room.queue().metadata().getName() + " has any",
                    "bad"));
        }
        return lines;
    }

    private static FlavorLine line(String podSet, FlavorResource key, Quantity wanted, Room room) {
        long wants = QuotaReader.amount(key.resource(), wanted);
        long free = room.sums().free(room.member(), key);
        long most = room.sums().atMost(room.member(), key);
        String says;
        String mood;
        if (wants <= free) {
            says = "there is enough";
            mood = "good";
        } else if (wants <= most) {
            says = QuantityText.of(key.resource(), wants - free) + " more needed";
            mood = "warn";
        } else {
            says = "never fits: there are " + QuantityText.of(key.resource(), most) + " at most";
            mood = "bad";
        }
        return new FlavorLine(
                podSet,
                key.flavor(),
                key.resource(),
                wanted.toString(),
                QuantityText.of(key.resource(), free),
                says,
                mood);
    }
}
