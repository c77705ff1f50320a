package dev.turnstile.model.meta;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.function.Function;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;

/**
 * Reads times. A formatter takes a quarter of the time that it takes to read a whole Workload, so those in the one form
 * that Kubernetes writes, seconds in UTC, are read digit by digit; all others as Jackson does it.
 */
final class InstantReader<T> extends StdScalarDeserializer<T> {
    private final transient Function<Instant, T> form;
    private final InstantDeserializer<?> others;

    private InstantReader(Class<T> type, Function<Instant, T> form, InstantDeserializer<?> others) {
        super(type);
        this.form = form;
        this.others = others;
    }

    /** For our own kinds. */
    static InstantReader<Instant> instants() {
        return new InstantReader<>(Instant.class, time -> time, InstantDeserializer.INSTANT);
    }

    /** For those of the client. */
    static InstantReader<OffsetDateTime> offsets() {
        return new InstantReader<>(
                OffsetDateTime.class, time -> time.atOffset(ZoneOffset.UTC), InstantDeserializer.OFFSET_DATE_TIME);
    }

    @Override
    @SuppressWarnings("unchecked") // the deserializer is that of the type
    public T deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() == JsonToken.VALUE_STRING) {
            String text = parser.getString();
            if (KubernetesTime.isInForm(text)) {
                return form.apply(KubernetesTime.ofDigits(text));
            }
        }
        return (T) others.deserialize(parser, context);
    }
}
