package dev.turnstile.model.config;

import dev.turnstile.model.config.SettingType.Entries;
import dev.turnstile.model.config.SettingType.Items;
import dev.turnstile.model.config.SettingType.Member;
import dev.turnstile.model.config.SettingType.Scalar;
import dev.turnstile.model.config.SettingType.Section;
import dev.turnstile.model.feature.SimilarNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One walk through what somebody wrote, along the settings that there are. Collects, never stops. */
final class TreeWalk {

    private static final String API_VERSION = "config.kueue.x-k8s.io/v1beta2";
    private static final String KIND = "Configuration";
    private static final String FAIR_SHARING = "fairSharing";

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();
    private final TreeSet<String> notInEffect = new TreeSet<>();

    /** What can be taken, as properties. */
    Map<String, String> properties() {
        return properties;
    }

    List<Problem> problems() {
        return problems;
    }

    SortedSet<String> notInEffect() {
        return notInEffect;
    }

    void document(Map<String, ? extends @Nullable Object> settings) {
        var rest = new LinkedHashMap<String, @Nullable Object>(settings);
        expect("apiVersion", rest.remove("apiVersion"), API_VERSION);
        expect("kind", rest.remove("kind"), KIND);
        section("", Settings.ROOT, rest);
    }

    private void expect(String path, @Nullable Object value, String expected) {
        if (value != null && !value.equals(expected)) {
            refuse(path, value, expected);
        }
    }

    private void section(String prefix, Section section, Map<String, @Nullable Object> settings) {
        settings.forEach((name, value) -> {
            var path = prefix + name;
            var member = section.member(name);
            if (Settings.NOT_IN_EFFECT.contains(path)) {
                notInEffect.add(path);
            } else if (member.isEmpty()) {
                refuse(path, value, "no such setting; the nearest known one is " + Settings.nearestTo(path));
            } else if (value != null) {
                setting(path, member.get(), value);
            }
        });
    }

    private void setting(String path, Member member, Object value) {
        switch (member.type()) {
            case Section inner -> inner(path, inner, value);
            case Items(var element) -> items(path, element, member.setting(), value);
            case Entries(var element) -> entries(path, element, member.setting(), value);
            case Scalar(var type) -> {
                if (!value.equals("") && !(member.setting().zeroIsUnset() && isZero(value))) {
                    scalar(path, type, member.setting(), value);
                }
            }
        }
    }

    private void inner(String path, Section inner, Object value) {
        if (value instanceof Map<?, ?> map) {
            section(path + ".", inner, ConfigurationText.named(map));
        } else {
            // Spring has the empty text where YAML has nothing.
            if (!value.equals("")) {
                refuse(path, value, "settings as `name: value`");
            }
            return;
        }
        if (path.equals(FAIR_SHARING) && properties.keySet().stream().noneMatch(name -> name.startsWith(path + "."))) {
            defaultsOf(path, inner);
        }
    }

    /** A section whose being there says something is there, although nothing in it is set. */
    private void defaultsOf(String path, Section section) {
        for (var member : section.members()) {
            for (var index = 0; index < member.fixedDefault().size(); index++) {
                properties.put(
                        path + "." + member.name() + "[" + index + "]",
                        member.fixedDefault().get(index));
            }
        }
    }

    private void items(String path, SettingType element, Setting setting, Object value) {
        if (!(value instanceof List<?> list)) {
            if (!value.equals("")) {
                refuse(path, value, "a list");
            }
            return;
        }
        var index = 0;
        for (var item : list) {
            var itemPath = path + "[" + index + "]";
            if (item == null) {
                refuse(itemPath, "null", "a value");
            } else if (path.equals(Settings.FRAMEWORKS)) {
                index += framework(path, itemPath, String.valueOf(item));
                continue;
            } else {
                element(itemPath, element, setting, item);
            }
            index++;
        }
        if (path.equals(Settings.FRAMEWORKS) && index == 0 && !list.isEmpty()) {
            properties.put(path, "");
        }
    }

    /** How many entries of the list of managed frameworks come of this one. */
    private int framework(String path, String itemPath, String name) {
        if (Settings.MANAGED_FRAMEWORKS.contains(name)) {
            properties.put(itemPath, name);
            return 1;
        }
        if (Settings.OTHER_FRAMEWORKS.contains(name)) {
            notInEffect.add(path + ": " + name);
            return 0;
        }
        var known = new TreeSet<>(Settings.OTHER_FRAMEWORKS);
        known.addAll(Settings.MANAGED_FRAMEWORKS);
        refuse(path, name, "one of " + String.join(", ", SimilarNames.nearest(name, known, known.size())));
        return 0;
    }

    private void entries(String path, SettingType element, Setting setting, Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            if (!value.equals("")) {
                refuse(path, value, "values as `name: value`");
            }
            return;
        }
        ConfigurationText.named(map).forEach((key, entry) -> {
            var entryPath = path + "[" + key + "]";
            if (!setting.keys().accepts(key)) {
                refuse(path, key, setting.keys().words());
            } else if (entry == null) {
                refuse(entryPath, "null", "a value");
            } else {
                element(entryPath, element, setting, entry);
            }
        });
    }

    private void element(String path, SettingType element, Setting setting, Object value) {
        switch (element) {
            case Section inner -> inner(path, inner, value);
            case Scalar(var type) -> scalar(path, type, setting, value);
            case Items(var nested) -> items(path, nested, setting, value);
            case Entries(var nested) -> entries(path, nested, setting, value);
        }
    }

    private void scalar(String path, Class<?> type, Setting setting, Object value) {
        if (value instanceof Map || value instanceof List) {
            refuse(path, value, "a single value");
            return;
        }
        switch (ScalarReader.read(value, type, setting)) {
            case ScalarReader.Outcome.Accepted(var text) -> properties.put(path, text);
            case ScalarReader.Outcome.Refused(var allowed) -> refuse(path, value, allowed);
        }
    }

    private static boolean isZero(Object value) {
        return GoDuration.parse(String.valueOf(value)).filter(Duration::isZero).isPresent();
    }

    private void refuse(String path, @Nullable Object value, String allowed) {
        problems.add(new Problem(path, shown(value), allowed));
    }

    private static String shown(@Nullable Object value) {
        return switch (value) {
            case null -> "empty";
            case Map<?, ?> map -> map.isEmpty() ? "{}" : "{…}";
            case List<?> list -> list.isEmpty() ? "[]" : "[…]";
            case String text -> '"' + text + '"';
            case Object other -> other.toString();
        };
    }
}
