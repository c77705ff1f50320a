package dev.turnstile.service.config;

import dev.turnstile.model.config.ConfigurationText;
import dev.turnstile.model.config.Problem;
import dev.turnstile.model.config.PropertyTree;
import dev.turnstile.model.config.Reading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/** Reads the settings that hold: of the command line, else of the file, else of a ConfigMap, else defaults. */
public final class SettingSources {

    /** Name of the property source that shows which settings hold. */
    static final String EFFECTIVE = "effective configuration";

    private static final Set<String> COMMAND_LINE =
            Set.of("commandLineArgs", StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    private static final Set<String> LEFT_OUT =
            Set.of(EFFECTIVE, "configurationProperties", StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    private static final Path SERVICE_ACCOUNT_NAMESPACE =
            Path.of("/var/run/secrets/kubernetes.io/serviceaccount/namespace");

    private SettingSources() {}

    /** The configuration file that {@code --config} names. */
    static Optional<Path> file(ConfigurableEnvironment environment) {
        return Options.of(environment).value("config").map(Path::of);
    }

    static Reading read(ConfigurableEnvironment environment) {
        var commandLine = PropertyTree.of(environment, SettingSources::isCommandLine);
        Options.of(environment).value("webhook.port").ifPresent(port -> put(commandLine, "webhook", "port", port));
        var file = file(environment);
        Map<String, @Nullable Object> fromFile = Map.of();
        if (file.isPresent()) {
            String text;
            try {
                text = Files.readString(file.get());
            } catch (IOException e) {
                return Reading.broken(new Problem(
                        "--config",
                        file.get().toString(),
                        "a file that can be read; " + e.getClass().getSimpleName()));
            }
            switch (ConfigurationText.parse(text)) {
                case ConfigurationText.Tree(var settings) -> fromFile = settings;
                case ConfigurationText.Broken(var problem) -> {
                    return Reading.broken(problem);
                }
            }
        }
        var others =
                PropertyTree.of(environment, source -> !isCommandLine(source) && !LEFT_OUT.contains(source.getName()));
        return Reading.of(PropertyTree.merged(List.of(commandLine, fromFile, others, ownNamespace())));
    }

    private static boolean isCommandLine(PropertySource<?> source) {
        return COMMAND_LINE.contains(source.getName());
    }

    private static void put(Map<String, @Nullable Object> tree, String section, String name, Object value) {
        var inner = new LinkedHashMap<String, @Nullable Object>();
        if (tree.get(section) instanceof Map<?, ?> present) {
            present.forEach((key, each) -> inner.put(String.valueOf(key), each));
        }
        inner.put(name, value);
        tree.put(section, inner);
    }

    private static Map<String, @Nullable Object> ownNamespace() {
        if (!Files.isReadable(SERVICE_ACCOUNT_NAMESPACE)) {
            return Map.of();
        }
        try {
            return Map.of(
                    "namespace", Files.readString(SERVICE_ACCOUNT_NAMESPACE).strip());
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + SERVICE_ACCOUNT_NAMESPACE, e);
        }
    }
}
