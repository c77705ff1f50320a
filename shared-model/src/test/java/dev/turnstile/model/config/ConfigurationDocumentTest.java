package dev.turnstile.model.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.model.config.SettingType.Entries;
import dev.turnstile.model.config.SettingType.Items;
import dev.turnstile.model.config.SettingType.Member;
import dev.turnstile.model.config.SettingType.Scalar;
import dev.turnstile.model.config.SettingType.Section;
import dev.turnstile.model.feature.Feature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The document shows what the records say. To write it again: run this test with {@code -Ddocs.write=true}. That what
 * it names is read by a service, {@code SettingsInEffectTest} of the playground checks, which sees all of them.
 */
class ConfigurationDocumentTest {

    private static final Path DOCUMENT = Path.of("../docs/configuration.md");
    private static final int LINE = 120;

    @Test
    void theTableOfSettingsIsWhatTheRecordsSay() throws IOException {
        agree("settings", settings());
    }

    @Test
    void theTableOfFeaturesIsWhatTheSwitchesSay() throws IOException {
        agree("features", features());
    }

    @Test
    void theListOfSettingsThatDoNothingIsComplete() throws IOException {
        agree(
                "not-in-effect",
                filled(Settings.NOT_IN_EFFECT.stream()
                                .map(path -> "`" + path + "`")
                                .collect(Collectors.joining(", "))
                        + "; of `integrations.frameworks`: "
                        + Settings.OTHER_FRAMEWORKS.stream()
                                .map(name -> "`" + name + "`")
                                .collect(Collectors.joining(", "))
                        + "."));
    }

    /** In lines that are no longer than those of the page around it. */
    private static List<String> filled(String text) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (var word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > LINE) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static void agree(String part, List<String> expected) throws IOException {
        var document = Files.readString(DOCUMENT);
        var start = "<!-- " + part + ": written by ConfigurationDocumentTest -->\n";
        var end = "<!-- end of " + part + " -->";
        var from = document.indexOf(start) + start.length();
        var to = document.indexOf(end);
        assertThat(from).as("mark of part " + part).isGreaterThanOrEqualTo(start.length());
        assertThat(to).as("mark of the end of part " + part).isGreaterThanOrEqualTo(from);
        var text = String.join("\n", expected) + "\n";
        if (Boolean.getBoolean("docs.write")) {
            Files.writeString(DOCUMENT, document.substring(0, from) + text + document.substring(to));
            return;
        }
        assertThat(document.substring(from, to)).isEqualTo(text);
    }

    private static List<String> settings() {
        var lines =
                new ArrayList<>(List.of("| setting | takes | default | effect | changes |", "|---|---|---|---|---|"));
        rows(Settings.ROOT, "", lines);
        return lines;
    }

    private static void rows(Section section, String prefix, List<String> lines) {
        for (var member : section.members()) {
            var path = prefix + member.name();
            switch (member.type()) {
                case Section inner when isSelector(inner) -> lines.add(row(path, member, "a label selector"));
                case Section inner -> rows(inner, path + ".", lines);
                case Items(Section inner) -> {
                    lines.add(row(path, member, "a list"));
                    rows(inner, path + "[].", lines);
                }
                case Items(Scalar scalar) -> lines.add(row(path, member, "a list: " + takes(scalar, member)));
                case Entries(Scalar scalar) ->
                    lines.add(row(path, member, "`name: value`; value: " + takes(scalar, member)));
                case Scalar scalar -> lines.add(row(path, member, takes(scalar, member)));
                case Items _, Entries _ -> throw new AssertionError("no words for " + path);
            }
        }
    }

    private static boolean isSelector(Section section) {
        return section.member("matchExpressions").isPresent();
    }

    private static String row(String path, Member member, String takes) {
        var fixed = member.fixedDefault().stream()
                .filter(value -> !value.isEmpty())
                .map(value -> "`" + value + "`")
                .collect(Collectors.joining(", "));
        var otherwise = member.setting().otherwise().isEmpty()
                ? fixed
                : member.setting().otherwise();
        assertThat(otherwise).as("default of " + path).isNotEmpty();
        var changes = Settings.reloadable(path) || member.setting().reloadable() ? "at once" : "at restart";
        return "| `%s` | %s | %s | %s | %s |"
                .formatted(path, takes, otherwise, member.setting().value(), changes);
    }

    private static String takes(Scalar scalar, Member member) {
        var setting = member.setting();
        var type = scalar.type();
        if (member.name().equals("frameworks")) {
            return "known frameworks";
        }
        if (type == Duration.class) {
            return "a duration, at least `" + setting.atLeast() + "`";
        }
        if (type == boolean.class || type == Boolean.class) {
            return "`true`, `false`";
        }
        if (type == int.class || type == Integer.class) {
            return setting.max() == Integer.MAX_VALUE
                    ? "a whole number, at least " + setting.min()
                    : "%d to %d".formatted(setting.min(), setting.max());
        }
        if (type == Double.class) {
            return "a number";
        }
        if (Choice.class.isAssignableFrom(type)) {
            return ScalarReader.texts(type).stream()
                    .map(text -> "`" + text + "`")
                    .collect(Collectors.joining(", "));
        }
        return setting.form().words();
    }

    private static List<String> features() {
        var lines = new ArrayList<>(List.of("| feature | stage | default | also called |", "|---|---|---|---|"));
        Stream.of(Feature.values())
                .map(feature -> "| `%s` | %s | %s | %s |"
                        .formatted(
                                feature.gate(),
                                feature.stage().title(),
                                feature.enabledByDefault() ? "on" : "off",
                                feature.alias().map(alias -> "`" + alias + "`").orElse("")))
                .forEach(lines::add);
        return lines;
    }
}
