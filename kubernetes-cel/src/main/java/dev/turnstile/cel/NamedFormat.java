package dev.turnstile.cel;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The formats that expressions can name, with Kubernetes' messages. */
enum NamedFormat {
    DNS1123_LABEL("dns1123Label", text -> label1123(text, false)),
    DNS1123_SUBDOMAIN("dns1123Subdomain", text -> subdomain(text, false)),
    DNS1035_LABEL("dns1035Label", text -> label1035(text, false)),
    DNS1123_LABEL_PREFIX("dns1123LabelPrefix", text -> label1123(text, true)),
    DNS1123_SUBDOMAIN_PREFIX("dns1123SubdomainPrefix", text -> subdomain(text, true)),
    DNS1035_LABEL_PREFIX("dns1035LabelPrefix", text -> label1035(text, true)),
    QUALIFIED_NAME("qualifiedName", NamedFormat::qualifiedName),
    LABEL_VALUE("labelValue", NamedFormat::labelValue),
    URI_FORMAT("uri", text -> when(!isRequestUri(text), "parse \"" + text + "\": invalid URI for request")),
    UUID("uuid", text -> when(!Patterns.UUID.matcher(text).matches(), "does not match the UUID format")),
    BYTE("byte", text -> when(!isBase64(text), "invalid base64")),
    DATE("date", text -> when(!isDate(text), "invalid date")),
    DATETIME("datetime", text -> when(!Patterns.DATE_TIME.matcher(text).matches(), "invalid datetime"));

    private static final class Patterns {
        static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
        static final Pattern OLD_LABEL = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
        static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
        static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
        static final Pattern UUID =
                Pattern.compile("(?i)[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}");
        static final Pattern DATE_TIME =
                Pattern.compile("\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})?");
    }

    private static final String LABEL_RULE =
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and"
                    + " end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
    private static final String SUBDOMAIN_RULE =
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must"
                    + " start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is"
                    + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    private static final String OLD_LABEL_RULE =
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic"
                + " character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for"
                + " validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
    private static final String VALUE_RULE =
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must"
                + " start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex"
                + " used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    private static final String NAME_RULE =
            "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric"
                    + " character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is"
                    + " '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

    private final String celName;

    @SuppressWarnings("ImmutableEnumChecker") // the checks below keep nothing
    private final Function<String, List<String>> check;

    NamedFormat(String celName, Function<String, List<String>> check) {
        this.celName = celName;
        this.check = check;
    }

    static Optional<NamedFormat> named(String name) {
        for (NamedFormat format : values()) {
            if (format.celName.equals(name)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    String celName() {
        return celName;
    }

    List<String> problems(String text) {
        return check.apply(text);
    }

    private static List<String> when(boolean wrong, String problem) {
        return wrong ? List.of(problem) : List.of();
    }

    private static List<String> label1123(String text, boolean prefix) {
        return lengthAndForm(mask(text, prefix), 63, Patterns.LABEL, LABEL_RULE);
    }

    private static List<String> label1035(String text, boolean prefix) {
        return lengthAndForm(mask(text, prefix), 63, Patterns.OLD_LABEL, OLD_LABEL_RULE);
    }

    private static List<String> subdomain(String text, boolean prefix) {
        return lengthAndForm(mask(text, prefix), 253, Patterns.SUBDOMAIN, SUBDOMAIN_RULE);
    }

    private static List<String> labelValue(String text) {
        return text.isEmpty() ? List.of() : lengthAndForm(text, 63, Patterns.NAME, VALUE_RULE);
    }

    private static List<String> lengthAndForm(String text, int max, Pattern form, String rule) {
        List<String> problems = new ArrayList<>();
        if (text.length() > max) {
            problems.add("must be no more than " + max + " bytes");
        }
        if (!form.matcher(text).matches()) {
            problems.add(rule);
        }
        return problems;
    }

    /** A prefix may end in a dash, since characters follow. */
    private static String mask(String text, boolean prefix) {
        return prefix && text.length() > 1 && text.endsWith("-") ? text.substring(0, text.length() - 2) + "a" : text;
    }

    private static List<String> qualifiedName(String text) {
        int slash = text.lastIndexOf('/');
        String name = text.substring(slash + 1);
        List<String> problems = new ArrayList<>();
        if (slash >= 0) {
            String domain = text.substring(0, slash);
            if (domain.isEmpty()) {
                problems.add("prefix part must be non-empty");
            } else {
                subdomain(domain, false).forEach(problem -> problems.add("prefix part " + problem));
            }
        }
        if (name.isEmpty()) {
            problems.add("name part must be non-empty");
        } else if (name.length() > 63) {
            problems.add("name part must be no more than 63 bytes");
        }
        if (!Patterns.NAME.matcher(name).matches()) {
            problems.add("name part " + NAME_RULE);
        }
        return problems;
    }

    private static boolean isRequestUri(String text) {
        try {
            return new URI(text).isAbsolute() || text.startsWith("/");
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isBase64(String text) {
        try {
            return Base64.getDecoder().decode(text).length > 0;
        } catch (IllegalArgumentException e) {
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
}
