package dev.turnstile.model.config;

import dev.turnstile.model.config.SettingType.Entries;
import dev.turnstile.model.config.SettingType.Items;
import dev.turnstile.model.config.SettingType.Scalar;
import dev.turnstile.model.config.SettingType.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;

/**
 * Puts the settings that stand in an environment as properties back into the nesting of the file.
 *
 * <p>Goal: one way to check and name settings, wherever they came from. Constraint: flattening (Spring's and
 * spring-cloud-kubernetes') loses where a key of a map begins, since such keys contain dots themselves. So the known
 * settings lead the way: below a map of values everything that is left is one key. Example:
 * {@code kueue.resources.transformations[0].outputs.example.com/memory=5Gi} is a list, a map, and the key
 * {@code example.com/memory}. Of several sources the first that has a value counts; lists are taken whole.
 */
public final class PropertyTree {

    private static final String START = Configuration.PREFIX + ".";

    private PropertyTree() {}

    /** The settings of every property source that is wanted, the first of them winning. */
    public static Map<String, @Nullable Object> of(
            ConfigurableEnvironment environment, Predicate<PropertySource<?>> wanted) {
        var trees = new ArrayList<Map<String, @Nullable Object>>();
        for (var source : environment.getPropertySources()) {
            if (wanted.test(source) && source instanceof EnumerablePropertySource<?> enumerable) {
                trees.add(ofSource(enumerable));
            }
        }
        return merged(trees);
    }

    /** One tree of several, the first that has a setting winning. */
    public static Map<String, @Nullable Object> merged(List<Map<String, @Nullable Object>> trees) {
        var tree = new LinkedHashMap<String, @Nullable Object>();
        trees.forEach(each -> merge(tree, each));
        return tree;
    }

    private static Map<String, @Nullable Object> ofSource(EnumerablePropertySource<?> source) {
        var root = new LinkedHashMap<String, @Nullable Object>();
        for (var name : source.getPropertyNames()) {
            if (name.length() > START.length()
                    && name.substring(0, START.length())
                            .toLowerCase(Locale.ROOT)
                            .equals(START)) {
                put(root, Settings.ROOT, name.substring(START.length()), source.getProperty(name));
            }
        }
        return lists(root);
    }

    private static void put(
            Map<String, @Nullable Object> node, @Nullable SettingType type, String name, @Nullable Object value) {
        if (type instanceof Entries) {
            var key = name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
            node.put(key, value);
            return;
        }
        var bracket = name.startsWith("[");
        var end = bracket ? name.indexOf(']') + 1 : firstOf(name, ".[");
        if (end <= 0) {
            node.put(name, value);
            return;
        }
        var head = name.substring(0, end);
        var rest = name.startsWith(".", end) ? name.substring(end + 1) : name.substring(end);
        var member = type instanceof Section section
                ? section.members().stream()
                        .filter(each -> same(each.name(), head))
                        .findFirst()
                : Optional.<SettingType.Member>empty();
        var key = member.map(SettingType.Member::name).orElse(head);
        SettingType next = type instanceof Items(var element)
                ? element
                : member.map(SettingType.Member::type).orElse(null);
        if (rest.isEmpty()) {
            node.put(key, next instanceof Items(Scalar ignored) && value instanceof String text ? split(text) : value);
            return;
        }
        put(child(node, key), next, rest, value);
    }

    private static Map<String, @Nullable Object> child(Map<String, @Nullable Object> node, String key) {
        if (node.get(key) instanceof Map<?, ?> present) {
            @SuppressWarnings("unchecked")
            var map = (Map<String, @Nullable Object>) present;
            return map;
        }
        var made = new LinkedHashMap<String, @Nullable Object>();
        node.put(key, made);
        return made;
    }

    /** Names are compared as Spring compares them: {@code multi-kueue} is {@code multiKueue}. */
    private static boolean same(String name, String written) {
        return name.equalsIgnoreCase(written.replace("-", "").replace("_", ""));
    }

    private static Object split(String text) {
        return text.isBlank()
                ? List.of()
                : List.of(text.split(",", -1)).stream().map(String::strip).toList();
    }

    private static int firstOf(String text, String characters) {
        for (var index = 0; index < text.length(); index++) {
            if (characters.indexOf(text.charAt(index)) >= 0) {
                return index;
            }
        }
        return text.length();
    }

    /** Makes lists of the maps whose keys are {@code [0]}, {@code [1]}, … */
    private static Map<String, @Nullable Object> lists(Map<String, @Nullable Object> node) {
        node.replaceAll(
                (key, value) -> value instanceof Map<?, ?> map ? listOrMap(ConfigurationText.named(map)) : value);
        return node;
    }

    private static Object listOrMap(Map<String, @Nullable Object> node) {
        lists(node);
        if (node.isEmpty() || !node.keySet().stream().allMatch(key -> key.matches("\\[[0-9]{1,6}]"))) {
            return node;
        }
        var ordered = new TreeMap<Integer, @Nullable Object>();
        node.forEach((key, value) -> ordered.put(Integer.valueOf(key.substring(1, key.length() - 1)), value));
        return new ArrayList<@Nullable Object>(ordered.values());
    }

    private static void merge(Map<String, @Nullable Object> winner, Map<String, @Nullable Object> other) {
        other.forEach((key, value) -> {
            if (winner.get(key) instanceof Map<?, ?> mine && value instanceof Map<?, ?> theirs) {
                var merged = ConfigurationText.named(mine);
                merge(merged, ConfigurationText.named(theirs));
                winner.put(key, merged);
            } else if (!winner.containsKey(key)) {
                winner.put(key, value);
            }
        });
    }
}
