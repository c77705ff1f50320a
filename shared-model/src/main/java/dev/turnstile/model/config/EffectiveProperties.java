package dev.turnstile.model.config;

import dev.turnstile.model.config.SettingType.Entries;
import dev.turnstile.model.config.SettingType.Items;
import dev.turnstile.model.config.SettingType.Scalar;
import dev.turnstile.model.config.SettingType.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as Spring properties, defaults included, so that what the environment shows is what holds, and no
 * variable of the process's environment takes the place of a default by accident (Kubernetes makes variables such as
 * {@code KUEUE_WEBHOOK_PORT} out of Services).
 */
public final class EffectiveProperties {

    private EffectiveProperties() {}

    /** Every setting that has a value, by its name with {@link Configuration#PREFIX}. */
    public static Map<String, String> of(Configuration configuration) {
        var prefixed = new LinkedHashMap<String, String>();
        plain(configuration).forEach((key, value) -> prefixed.put(Configuration.PREFIX + "." + key, value));
        return Collections.unmodifiableMap(prefixed);
    }

    /** Every setting that has a value, by its path in the file. */
    static Map<String, String> plain(Configuration configuration) {
        var properties = new LinkedHashMap<String, String>();
        section("", Settings.ROOT, configuration, properties);
        return properties;
    }

    private static void section(String prefix, Section section, Object record, Map<String, String> properties) {
        for (var member : section.members()) {
            var value = component(record, member.name());
            if (value != null) {
                write(prefix + member.name(), member.type(), value, properties);
            }
        }
    }

    private static void write(String path, SettingType type, Object value, Map<String, String> properties) {
        switch (type) {
            case Section section -> section(path + ".", section, value, properties);
            case Items(var element) -> {
                var index = 0;
                for (var item : (List<?>) value) {
                    write(path + "[" + index++ + "]", element, item, properties);
                }
                if (index == 0) {
                    properties.put(path, "");
                }
            }
            case Entries(var element) ->
                ((Map<?, ?>) value).forEach((key, entry) -> write(path + "[" + key + "]", element, entry, properties));
            case Scalar scalar ->
                properties.put(path, value instanceof Choice choice ? choice.text() : value.toString());
        }
    }

    private static @Nullable Object component(Object record, String name) {
        try {
            return record.getClass().getMethod(name).invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("configuration record without its component " + name, e);
        }
    }
}
