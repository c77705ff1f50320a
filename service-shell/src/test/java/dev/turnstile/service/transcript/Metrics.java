package dev.turnstile.service.transcript;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Compares a scrape: every series that was recorded is there under its name and labels. Values do not count, nor series
 * that were not recorded: some are there from the start, at nought.
 */
final class Metrics {
    private static final Pattern SERIES = Pattern.compile("^([a-z_]+)(?:\\{(.*)})? [^ ]+$");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"((?:\\\\.|[^\"\\\\])*)\"");
    private static final String ROLE = "replica_role=\"standalone\"";

    private Metrics() {}

    static List<Difference> differences(
            JsonNode recorded, String scrape, Rules rules, Names recordedNames, Names names) {
        NavigableSet<String> expected = new TreeSet<>();
        recorded.forEach(line -> expected.add(series(recordedNames.text(line.asString()), false)));
        expected.removeIf(rules::lacksMetric);
        NavigableSet<String> families =
                expected.stream().map(Metrics::name).collect(Collectors.toCollection(TreeSet::new));
        NavigableSet<String> got = new TreeSet<>();
        scrape.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> series(names.text(line), true))
                .filter(series -> families.contains(name(series)))
                .forEach(got::add);
        List<Difference> found = new ArrayList<>();
        for (String series : expected) {
            if (!got.contains(series)) {
                found.add(new Difference("", "metrics", name(series), series, "nothing"));
            }
        }
        return found;
    }

    private static String name(String series) {
        return series.replaceFirst("\\{.*", "");
    }

    /** Name and labels, these in order; the recordings leave out the role, which ours must have. */
    private static String series(String line, boolean withRole) {
        Matcher series = SERIES.matcher(line);
        if (!series.matches()) {
            return line;
        }
        List<String> labels = new ArrayList<>();
        if (series.group(2) != null) {
            LABEL.matcher(series.group(2)).results().forEach(label -> labels.add(label.group()));
        }
        if (withRole && !labels.remove(ROLE)) {
            labels.add("without " + ROLE);
        }
        String[] sorted = labels.toArray(new String[0]);
        Arrays.sort(sorted);
        return series.group(1) + "{" + String.join(",", sorted) + "}";
    }
}
