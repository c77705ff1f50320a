package dev.turnstile.service.transcript;

import dev.turnstile.embedded.object.ApiObject;
import dev.turnstile.embedded.object.OwnerReference;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What differs from run to run and means the same: uids, ends of generated names, times, ports. Puts words in their
 * place that are the same in the recording and in what is seen, for instance {@code job-low-1bc95} and
 * {@code job-low-HASH} both become {@code job-low-HASH}; the former only if its end is the one that the owner's name
 * and uid give. Numbers behind {@code rand} and {@code no} go: pods of one owner come in any order.
 */
final class Names {
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z|\\bT\\d+\\b");
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]");
    private static final Pattern ADDRESS = Pattern.compile("(?:127\\.0\\.0\\.1|\\[::1\\]|localhost):\\d+");
    private static final Pattern RANDOM_END = Pattern.compile("-rand\\d+");
    private static final Pattern HASH_END = Pattern.compile("-HASH\\d+");
    private static final Pattern OTHER_OBJECT = Pattern.compile("(uid-of-[A-Za-z0-9.-]*?)-no\\d+");
    private static final Pattern TOKEN_VOLUME = Pattern.compile("kube-api-access-[a-z0-9]{5}\\b");
    private static final Pattern WAITED = Pattern.compile("\\bwas \\d+s");
    private static final Pattern ATTEMPTS = Pattern.compile("connection attempts: \\d+");
    private static final int LONG = 253;
    private static final int SHORT = 63;

    private final Variation variation;
    private final Map<String, String> words = new ConcurrentHashMap<>();
    private final Map<String, String> latest = new ConcurrentHashMap<>();

    Names() {
        this(Variation.NONE);
    }

    /** Names of a scenario in which some objects are called otherwise than in the recording. */
    Names(Variation variation) {
        this.variation = variation;
    }

    /** Takes note of an object's uid and generated name. */
    void learn(String cluster, ObjectNode tree) {
        ApiObject object = new ApiObject(tree);
        String word = object.name();
        if (object.kind().equals("Workload")) {
            word = workload(object);
        } else if (!object.text("metadata", "generateName").isEmpty()) {
            word = object.text("metadata", "generateName") + "rand";
        }
        if (!word.equals(object.name())) {
            words.put(object.name(), word);
        }
        latest.put(cluster + "/" + variation.recorded(word), object.name());
        if (!object.uid().isEmpty()) {
            words.put(object.uid(), "uid-of-" + object.kind().toLowerCase(Locale.ROOT) + "-" + word);
        }
    }

    private String workload(ApiObject object) {
        for (OwnerReference owner : object.ownerReferences()) {
            String version = owner.apiVersion();
            String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
            for (int longest : new int[] {LONG, SHORT}) {
                String prefix = owner.kind().toLowerCase(Locale.ROOT) + "-" + owner.name();
                String cut = prefix.substring(0, Math.min(prefix.length(), longest - 6));
                if (object.name().equals(cut + "-" + hash(owner.kind(), group, owner.name(), owner.uid()))) {
                    return cut + "-HASH";
                }
            }
        }
        return words.getOrDefault(object.name(), object.name());
    }

    private static String hash(String kind, String group, String name, String uid) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1")
                    .digest(String.join("\n", kind, group, name, uid).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, 5);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK knows no SHA-1", e);
        }
    }

    /** The name that the object called so in the recording has now; the word itself where none is known. */
    String present(String cluster, String word) {
        return latest.getOrDefault(cluster + "/" + ends(word), variation.actual(word));
    }

    /** A text without what differs from run to run. */
    String text(String raw) {
        String text = TIME.matcher(raw).replaceAll("T");
        text = ADDRESS.matcher(text).replaceAll("HOST:PORT");
        text = WORD.matcher(text)
                .replaceAll(word -> Matcher.quoteReplacement(words.getOrDefault(word.group(), word.group())));
        text = WAITED.matcher(text).replaceAll("was Ns");
        return variation.recorded(ATTEMPTS.matcher(ends(text)).replaceAll("connection attempts: N"));
    }

    private static String ends(String text) {
        String ends = TOKEN_VOLUME.matcher(text).replaceAll("kube-api-access-rand");
        ends = RANDOM_END.matcher(ends).replaceAll("-rand");
        ends = HASH_END.matcher(ends).replaceAll("-HASH");
        return OTHER_OBJECT.matcher(ends).replaceAll("$1");
    }

    /** A tree without what differs from run to run. */
    JsonNode tree(JsonNode node) {
        return Texts.changed(node, this::text, this::text);
    }
}
