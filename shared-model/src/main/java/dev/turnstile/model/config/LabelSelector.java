package dev.turnstile.model.config;

import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** A choice of objects by their labels; empty for all. */
public record LabelSelector(
        @DefaultValue
        @Setting(
                value = "Labels that must be there with these values.",
                form = TextForm.LABEL_VALUE,
                keys = TextForm.QUALIFIED_NAME,
                otherwise = "none")
        Map<String, String> matchLabels,

        @DefaultValue @Setting(value = "Further conditions; all of them must hold.", otherwise = "none")
        List<Requirement> matchExpressions) {

    /** One condition. */
    public record Requirement(
            @DefaultValue("") @Setting(value = "The label.", form = TextForm.QUALIFIED_NAME, otherwise = "required")
            String key,

            @DefaultValue("Exists") @Setting(value = "How the label is compared.", otherwise = "required")
            Operator operator,

            @DefaultValue
            @Setting(
                    value = "The values that it is compared with, for `In` and `NotIn`.",
                    form = TextForm.LABEL_VALUE,
                    otherwise = "none")
            List<String> values) {

        boolean holdsFor(Map<String, String> labels) {
            return switch (operator) {
                case IN -> labels.containsKey(key) && values.contains(labels.get(key));
                case NOT_IN -> !labels.containsKey(key) || !values.contains(labels.get(key));
                case EXISTS -> labels.containsKey(key);
                case DOES_NOT_EXIST -> !labels.containsKey(key);
            };
        }
    }

    /** How a label is compared. */
    public enum Operator implements Choice {
        IN("In"),
        NOT_IN("NotIn"),
        EXISTS("Exists"),
        DOES_NOT_EXIST("DoesNotExist");

        private final String text;

        Operator(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }

    /** Whether an object with these labels is chosen. */
    public boolean matches(Map<String, String> labels) {
        return matchLabels.entrySet().stream()
                        .allMatch(label -> label.getValue().equals(labels.get(label.getKey())))
                && matchExpressions.stream().allMatch(requirement -> requirement.holdsFor(labels));
    }
}
