package dev.turnstile.worker.visibility;

import dev.turnstile.core.workload.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Pages of a queue with the positions that Kueue counts. The line that they are made from is in queue order. */
final class PendingLines {
    private PendingLines() {}

    /** A page of a ClusterQueue's line. */
    static List<PendingWorkload> ofClusterQueue(List<Workload> line, Page page) {
        List<PendingWorkload> found = new ArrayList<>();
        Map<String, Map<String, Integer>> positions = new HashMap<>();
        for (int index = 0; index < line.size() && found.size() < page.limit(); index++) {
            Workload workload = line.get(index);
            int position = positions
                            .computeIfAbsent(workload.key().namespace(), _ -> new HashMap<>())
                            .merge(workload.localQueue(), 1, Integer::sum)
                    - 1;
            if (page.begins(index)) {
                found.add(new PendingWorkload(workload, index, position));
            }
        }
        return found;
    }

    /** A page of those in a ClusterQueue's line that came by one LocalQueue. */
    static List<PendingWorkload> ofLocalQueue(List<Workload> line, String namespace, String name, Page page) {
        List<PendingWorkload> found = new ArrayList<>();
        int position = 0;
        for (int index = 0; index < line.size() && found.size() < page.limit(); index++) {
            Workload workload = line.get(index);
            if (workload.localQueue().equals(name) && workload.key().namespace().equals(namespace)) {
                if (page.begins(position)) {
                    found.add(new PendingWorkload(workload, index, position));
                }
                position++;
            }
        }
        return found;
    }
}
