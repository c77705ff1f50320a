package dev.turnstile.playground;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.turnstile.model.config.Configuration;
import dev.turnstile.model.feature.Feature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the documentation names, a service reads: nobody is promised a setting that does nothing. */
final class SettingsInEffectTest {
    private static final Path DOCUMENT = Path.of("..", "docs", "configuration.md");
    private static final String CONFIGURATION = Configuration.class.getPackageName();
    private static final String FEATURES = Feature.class.getPackageName();
    private static final Set<String> GENERATED = Set.of("toString", "hashCode", "equals");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.turnstile");

    @Test
    void everySettingIsReadByAService() {
        List<String> settings = documented("settings");

        assertThat(settings).contains("namespace", "leaderElection.leaderElect");
        assertThat(settings.stream().filter(path -> !isRead(path)))
                .as("in %s, and read by nobody", DOCUMENT)
                .isEmpty();
    }

    @Test
    void everyFeatureIsAskedForByAService() {
        JavaClass features = CLASSES.get(Feature.class);
        List<String> asked = Arrays.stream(Feature.values())
                .filter(feature -> features.getField(feature.name()).getAccessesToSelf().stream()
                        .anyMatch(access -> !isIn(FEATURES, access)))
                .map(Feature::gate)
                .toList();

        assertThat(asked).containsAll(documented("features"));
    }

    private static List<String> documented(String table) {
        try {
            return Files.readAllLines(DOCUMENT).stream()
                    .dropWhile(line -> !line.startsWith("<!-- " + table + ":"))
                    .takeWhile(line -> !line.startsWith("<!-- end of " + table))
                    .filter(line -> line.startsWith("| `"))
                    .map(line -> line.substring("| `".length(), line.indexOf('`', "| `".length())))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether a service calls the setting's accessor, or a method of the configuration records that reads it. */
    private static boolean isRead(String path) {
        Method accessor = accessor(path);
        JavaClass owner = CLASSES.get(accessor.getDeclaringClass());
        Set<JavaMethod> seen = new HashSet<>(Set.of(owner.getMethod(accessor.getName())));
        owner.getField(accessor.getName()).getAccessesToSelf().stream()
                .flatMap(access -> reader(access).stream())
                .forEach(seen::add);
        Deque<JavaMethod> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            for (JavaAccess<?> access : open.remove().getAccessesToSelf()) {
                if (!isIn(CONFIGURATION, access)) {
                    return true;
                }
                reader(access).filter(seen::add).ifPresent(open::add);
            }
        }
        return false;
    }

    /** The method of a record that reads; what every record has does not count. */
    private static Optional<JavaMethod> reader(JavaAccess<?> access) {
        return access.getOriginOwner().isRecord()
                        && access.getOrigin() instanceof JavaMethod caller
                        && !GENERATED.contains(caller.getName())
                ? Optional.of(caller)
                : Optional.empty();
    }

    private static boolean isIn(String packageName, JavaAccess<?> access) {
        return access.getOriginOwner().getPackageName().equals(packageName);
    }

    private static Method accessor(String path) {
        Class<?> type = Configuration.class;
        Method accessor = null;
        for (String name : path.replace("[]", "").split("\\.", -1)) {
            RecordComponent component = Arrays.stream(type.getRecordComponents())
                    .filter(candidate -> candidate.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no setting " + path));
            accessor = component.getAccessor();
            type = component.getGenericType() instanceof ParameterizedType generic
                            && generic.getActualTypeArguments()[0] instanceof Class<?> element
                    ? element
                    : component.getType();
        }
        if (accessor == null) {
            throw new AssertionError("an empty path");
        }
        return accessor;
    }
}
