package dev.turnstile.proof.world;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A scenario as a test to paste. */
final class Story {
    private Story() {}

    static String of(Scenario scenario) {
        return """
            @Test
            void seed%d() {
                assertThat(Simulation.run(new Scenario(
                                %dL,
                                %s,
                                List.of(
                                        %s)))
                        .violations())
                    .isEmpty();
            }
            """.formatted(
                        scenario.order(),
                        scenario.order(),
                        java(scenario.setting()),
                        scenario.events().stream()
                                .map(Story::java)
                                .collect(Collectors.joining(",\n                            ")));
    }

    /** The expression that makes a value again. */
    private static String java(Object value) {
        return switch (value) {
            case String text -> "\"" + text + "\"";
            case Duration time -> "Duration.ofMillis(" + time.toMillis() + ")";
            case List<?> list -> list.stream().map(Story::java).collect(Collectors.joining(", ", "List.of(", ")"));
            case Enum<?> one -> name(one.getDeclaringClass()) + "." + one.name();
            case Record one -> "new " + name(one.getClass()) + "(" + components(one) + ")";
            default -> value.toString();
        };
    }

    private static String name(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return outer == null ? type.getSimpleName() : outer.getSimpleName() + "." + type.getSimpleName();
    }

    private static String components(Record one) {
        List<String> values = new ArrayList<>();
        for (RecordComponent component : Arrays.asList(one.getClass().getRecordComponents())) {
            try {
                values.add(java(component.getAccessor().invoke(one)));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        return String.join(", ", values);
    }
}
