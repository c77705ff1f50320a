package dev.turnstile.embedded.api.crd;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Kubernetes' order of versions: v2, v1, v1beta2, v1beta1, v1alpha1, then anything else by name. */
final class VersionOrder {
    private static final Pattern VERSION = Pattern.compile("v([1-9][0-9]{0,8})(?:(alpha|beta)([1-9][0-9]{0,8}))?");

    static final Comparator<String> NEWEST_FIRST = Comparator.<String>comparingInt(version -> -stability(version))
            .thenComparingInt(version -> -number(version, 1))
            .thenComparingInt(version -> -number(version, 3))
            .thenComparing(Comparator.naturalOrder());

    private VersionOrder() {}

    private static int stability(String version) {
        Matcher matcher = VERSION.matcher(version);
        if (!matcher.matches()) {
            return 0;
        }
        return matcher.group(2) == null ? 3 : matcher.group(2).equals("beta") ? 2 : 1;
    }

    private static int number(String version, int group) {
        Matcher matcher = VERSION.matcher(version);
        return matcher.matches() && matcher.group(group) != null ? Integer.parseInt(matcher.group(group)) : 0;
    }
}
