package dev.turnstile.embedded.schema;

import dev.turnstile.cel.GoDuration;
import dev.turnstile.cel.Networks;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text formats that CRDs can require; kube-apiserver knows others by name only, or not at all. */
final class TextFormats {

    private static final String HEX = "[0-9a-fA-F]";
    private static final Pattern UUID =
            Pattern.compile(HEX + "{8}-?" + HEX + "{4}-?" + HEX + "{4}-?" + HEX + "{4}-?" + HEX + "{12}");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern HOSTNAME = Pattern.compile(
            "([a-zA-Z0-9_]([-a-zA-Z0-9_]{0,61}[a-zA-Z0-9_])?\\.)*[a-zA-Z0-9_]([-a-zA-Z0-9_]{0,61}[a-zA-Z0-9_])?\\.?");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s<>]+@[^@\\s<>]+");
    private static final Pattern BASE64 =
            Pattern.compile("(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})");
    private static final Pattern MAC =
            Pattern.compile(HEX + "{2}([:-]" + HEX + "{2}){5}|(" + HEX + "{4}\\.){2}" + HEX + "{4}");

    private static final Map<String, Predicate<String>> CHECKS = Map.ofEntries(
            Map.entry("datetime", TextFormats::isDateTime),
            Map.entry("date", TextFormats::isDate),
            Map.entry("duration", text -> GoDuration.parse(text.replace(" ", "")) != null),
            Map.entry("uuid", text -> UUID.matcher(text).matches()),
            Map.entry("byte", text -> BASE64.matcher(text).matches()),
            Map.entry("ipv4", text -> isIp(text) && text.indexOf(':') < 0),
            Map.entry("ipv6", text -> isIp(text) && text.indexOf(':') >= 0),
            Map.entry("cidr", Networks::isCidr),
            Map.entry("mac", text -> MAC.matcher(text).matches()),
            Map.entry(
                    "hostname",
                    text -> text.length() <= 255 && HOSTNAME.matcher(text).matches()),
            Map.entry("email", text -> EMAIL.matcher(text).matches()),
            Map.entry("uri", TextFormats::isRequestUri),
            Map.entry("password", text -> true),
            Map.entry(
                    "k8sshortname",
                    text -> text.length() <= 63 && LABEL.matcher(text).matches()),
            Map.entry("k8slongname", TextFormats::isLongName));

    private TextFormats() {}

    /** The check of a format, or null for formats that are not checked. */
    static @Nullable Predicate<String> check(String format) {
        return format.isEmpty() ? null : CHECKS.get(format.replace("-", ""));
    }

    private static boolean isIp(String text) {
        return Networks.isIp(text);
    }

    private static boolean isDateTime(String text) {
        try {
            return OffsetDateTime.parse(text.replace(' ', 'T')).getYear() >= 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static boolean isDate(String text) {
        try {
            return LocalDate.parse(text).getYear() >= 0;
        } catch (DateTimeParseException e) {
            return false;
        }
    }

    private static boolean isRequestUri(String text) {
        try {
            return new URI(text).isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isLongName(String text) {
        if (text.length() > 253) {
            return false;
        }
        for (String label : text.split("\\.", -1)) {
            if (!LABEL.matcher(label).matches()) {
                return false;
            }
        }
        return true;
    }
}
