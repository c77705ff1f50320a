package dev.turnstile.model.feature;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Which known name somebody may have meant. */
public final class SimilarNames {

    private SimilarNames() {}

    /** The known names, nearest first, at most {@code limit} of them. */
    public static List<String> nearest(String name, Collection<String> known, int limit) {
        var wanted = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .sorted(Comparator.<String>comparingInt(each -> distance(wanted, each.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(limit)
                .toList();
    }

    /**
     * The number of characters to insert, delete or replace on the way from one word to the other.
     *
     * <p>Goal: a small number for a slip of the finger. Row by row of the table of prefixes: the cell of
     * {@code from[..i]} and {@code to[..j]} is the least of its three neighbours plus one, or of the diagonal one alone
     * where the characters agree. Example: {@code qsp} to {@code qps} is 2.
     */
    static int distance(String from, String to) {
        var previous = new int[to.length() + 1];
        for (var column = 0; column <= to.length(); column++) {
            previous[column] = column;
        }
        for (var row = 1; row <= from.length(); row++) {
            var current = new int[to.length() + 1];
            current[0] = row;
            for (var column = 1; column <= to.length(); column++) {
                var replaced = previous[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(previous[column], current[column - 1]) + 1);
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
