package dev.turnstile.model.config;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** The text of a configuration file. */
public final class ConfigurationText {

    /** What a text is. */
    public sealed interface Parsed permits Tree, Broken {}

    /** Settings, nested as written. */
    public record Tree(Map<String, @Nullable Object> settings) implements Parsed {}

    /** Not a mapping of names to settings at all. */
    public record Broken(Problem problem) implements Parsed {}

    private ConfigurationText() {}

    /** Reads the text; says what it is not. */
    public static Parsed parse(String yaml) {
        var options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        try {
            Object document = new Yaml(new SafeConstructor(options)).load(yaml);
            if (document == null) {
                return new Tree(Map.of());
            }
            if (document instanceof Map<?, ?> map) {
                return new Tree(named(map));
            }
            return new Broken(new Problem("the file", "not a mapping", "settings as `name: value`"));
        } catch (MarkedYAMLException e) {
            var mark = e.getProblemMark();
            var line = mark == null ? "the file" : "line " + (mark.getLine() + 1);
            return new Broken(new Problem(line, String.valueOf(e.getProblem()), "YAML, each name once"));
        } catch (YAMLException e) {
            return new Broken(new Problem("the file", String.valueOf(e.getMessage()), "YAML"));
        }
    }

    /** The same map with its keys as text: YAML takes {@code on} and {@code 1} for other things. */
    static Map<String, @Nullable Object> named(Map<?, ?> map) {
        var named = new LinkedHashMap<String, @Nullable Object>();
        map.forEach((key, value) -> named.put(String.valueOf(key), value));
        return named;
    }
}
