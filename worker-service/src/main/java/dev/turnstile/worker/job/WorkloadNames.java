package dev.turnstile.worker.job;

import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.feature.Feature;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What the Workload of a job is called.
 *
 * <p>Kind and name of the job, cut, and five digits of a hash over everything that distinguishes two jobs: the same job
 * always gets the same name, and a job that is created again under an old name gets another one.
 *
 * <p>Example: Job {@code sample} with a uid that begins {@code e6d17001} is {@code job-sample-1bc95}.
 */
public final class WorkloadNames {
    /** As long as the name of an object may be. */
    public static final int LONG = 253;

    /** As long as a label's value may be. */
    public static final int SHORT = 63;

    private static final int DIGITS = 5;

    private WorkloadNames() {}

    /** How long names may be in a cluster with that configuration. */
    public static int longest(Configuration configuration) {
        return configuration.features().enabled(Feature.SHORT_WORKLOAD_NAMES) ? SHORT : LONG;
    }

    /** The name for a job of that kind; {@code group} is its API group without a version, empty for the core group. */
    public static String of(String kind, String group, String name, String uid, int longest) {
        String prefix = kind.toLowerCase(Locale.ROOT) + "-" + name;
        int room = longest - DIGITS - 1;
        String cut = prefix.length() <= room ? prefix : prefix.substring(0, room);
        return cut + "-" + digits(String.join("\n", kind, group, name, uid));
    }

    private static String digits(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
