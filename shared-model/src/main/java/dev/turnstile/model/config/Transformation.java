package dev.turnstile.model.config;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** A resource that counts as others. */
public record Transformation(
        @DefaultValue("")
        @Setting(value = "The resource that pods ask for.", form = TextForm.QUALIFIED_NAME, otherwise = "required")
        String input,

        @DefaultValue("Retain") @Setting("Whether the input counts as well.")
        Strategy strategy,

        @Nullable
        @Setting(
                value = "Another resource of the pod; its amount multiplies that of the input.",
                form = TextForm.QUALIFIED_NAME,
                otherwise = "none")
        String multiplyBy,

        @DefaultValue
        @Setting(
                value = "What one unit of the input counts as.",
                form = TextForm.QUANTITY,
                keys = TextForm.QUALIFIED_NAME,
                otherwise = "nothing")
        Map<String, String> outputs) {

    /** What becomes of the input. */
    public enum Strategy implements Choice {
        RETAIN("Retain"),
        REPLACE("Replace");

        private final String text;

        Strategy(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }
}
