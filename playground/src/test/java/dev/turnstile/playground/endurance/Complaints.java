package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service logged as WARN or ERROR.
 *
 * @param counts how often each, by level, logger and message; names and numbers left out of the message
 */
record Complaints(Map<String, Integer> counts) {
    private static final Pattern LINE =
            Pattern.compile("level=(WARN|ERROR) .*?logger=(\\S+) msg=(\"(?:[^\"\\\\]|\\\\.)*\"|\\S+)");
    private static final Pattern NAME_OR_NUMBER = Pattern.compile("\\S*\\d\\S*");

    static Complaints in(Path log) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : Files.readAllLines(log)) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.find()) {
                String message = NAME_OR_NUMBER.matcher(matcher.group(3)).replaceAll("…");
                counts.merge(matcher.group(1) + " " + matcher.group(2) + ": " + message, 1, Integer::sum);
            }
        }
        return new Complaints(counts);
    }

    /** The errors among them. */
    List<String> errors() {
        return counts.keySet().stream().filter(each -> each.startsWith("ERROR")).toList();
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        counts.forEach((complaint, count) -> text.append("  logged ")
                .append(count)
                .append(" times: ")
                .append(complaint)
                .append('\n'));
        return text.toString();
    }
}
