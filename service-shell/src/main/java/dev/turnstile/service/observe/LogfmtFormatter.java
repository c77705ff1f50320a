package dev.turnstile.service.observe;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.logging.structured.StructuredLogFormatter;
import org.springframework.core.env.Environment;

/**
 * One line an event as {@code key=value}, for people and for Loki: time, level, message, then what the event carries.
 */
public final class LogfmtFormatter implements StructuredLogFormatter<ILoggingEvent> {

    private final String service;

    /** Called by Spring Boot. */
    public LogfmtFormatter(Environment environment) {
        this.service = environment.getProperty("spring.application.name", "turnstile");
    }

    @Override
    public String format(ILoggingEvent event) {
        var line = new StringBuilder();
        append(line, "time", event.getInstant().toString());
        append(line, "level", event.getLevel().toString());
        append(line, "service", service);
        append(
                line,
                "logger",
                event.getLoggerName().substring(event.getLoggerName().lastIndexOf('.') + 1));
        append(line, "msg", event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            event.getKeyValuePairs().forEach(pair -> append(line, pair.key, String.valueOf(pair.value)));
        }
        event.getMDCPropertyMap().forEach((key, value) -> append(line, key, value));
        if (event.getThrowableProxy() != null) {
            append(line, "error", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return line.append('\n').toString();
    }

    private static void append(StringBuilder line, String key, @Nullable String value) {
        if (!line.isEmpty()) {
            line.append(' ');
        }
        line.append(key.replaceAll("[\\s=\"]", "_")).append('=').append(quoted(value == null ? "" : value));
    }

    private static String quoted(String value) {
        if (!value.isEmpty() && value.chars().noneMatch(LogfmtFormatter::needsQuotes)) {
            return value;
        }
        var text = new StringBuilder("\"");
        value.chars().forEach(character -> {
            switch (character) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> text.append(Character.isISOControl(character) ? ' ' : (char) character);
            }
        });
        return text.append('"').toString();
    }

    private static boolean needsQuotes(int character) {
        return character <= ' ' || character == '"' || character == '=' || character == '\\' || character == 0x7f;
    }
}
