package dev.turnstile.core.vectors;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What happened between two steps that are not cycles, on either side. */
final class Seen {
    final SortedMap<String, String> admitted = new TreeMap<>();
    final SortedMap<String, String> preempted = new TreeMap<>();
    final SortedSet<String> gated = new TreeSet<>();

    void record(JsonNode expect) {
        expect.path("admitted")
                .properties()
                .forEach(entry -> admitted.put(entry.getKey(), admission(entry.getValue())));
        expect.path("preempted")
                .properties()
                .forEach(entry -> preempted.put(entry.getKey(), entry.getValue().asString()));
        expect.path("gated").forEach(name -> gated.add(name.asString()));
    }

    /** An admission as one line: {@code cq0 ps0=2[cpu:f0]}. */
    static String admission(JsonNode admission) {
        StringBuilder text = new StringBuilder(admission.path("clusterQueue").asString());
        for (JsonNode podSet : admission.path("podSets")) {
            Map<String, String> flavors = new TreeMap<>();
            podSet.path("flavors")
                    .properties()
                    .forEach(entry ->
                            flavors.put(entry.getKey(), entry.getValue().asString()));
            text.append(
                    podSet(podSet.path("name").asString(), podSet.path("count").asInt(), flavors));
        }
        return text.toString();
    }

    static String podSet(String name, int count, Map<String, String> flavors) {
        return " " + name + "=" + count
                + new TreeMap<>(flavors).toString().replace('{', '[').replace('}', ']');
    }
}
