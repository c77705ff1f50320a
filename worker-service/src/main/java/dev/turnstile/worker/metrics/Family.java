package dev.turnstile.worker.metrics;

import java.util.List;

/**
 * What the series of one name have in common.
 *
 * @param name as it stands in the scrape, but for what its kind adds
 * @param help what it says, for people
 * @param labels the names of its labels, without the replica's role
 */
record Family(String name, String help, List<String> labels) {
    static Family of(String name, String help, String... labels) {
        return new Family(name, help, List.of(labels));
    }

    List<String> series(String... values) {
        if (values.length != labels.size()) {
            throw new IllegalArgumentException(name + " has the labels " + labels + ", got " + List.of(values));
        }
        return List.of(values);
    }

    /** Whether a series has these values for the labels of these names. */
    boolean names(List<String> series, List<String> names, List<String> values) {
        for (int i = 0; i < names.size(); i++) {
            int index = labels.indexOf(names.get(i));
            if (index < 0 || !series.get(index).equals(values.get(i))) {
                return false;
            }
        }
        return true;
    }
}
