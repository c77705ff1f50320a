package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** URLs in expressions: absolute ones and absolute paths. */
final class UrlFunctions {

    private static final OpaqueType TYPE = OpaqueType.create("kubernetes.URL");
    private static final Argument<URI> URL = new Argument<>(TYPE, URI.class);

    private UrlFunctions() {}

    static List<CelFunction> all() {
        return List.of(
                CelFunction.global("url", "string_to_url", TYPE, STRING, UrlFunctions::url),
                CelFunction.global(
                        "isURL",
                        "is_url_string",
                        SimpleType.BOOL,
                        STRING,
                        text -> parse(text).isPresent()),
                CelFunction.member("getScheme", "url_get_scheme", SimpleType.STRING, URL, uri -> text(uri.getScheme())),
                CelFunction.member("getHost", "url_get_host", SimpleType.STRING, URL, UrlFunctions::host),
                CelFunction.member(
                        "getHostname",
                        "url_get_hostname",
                        SimpleType.STRING,
                        URL,
                        uri -> text(uri.getHost()).replaceAll("^\\[|\\]$", "")),
                CelFunction.member(
                        "getPort",
                        "url_get_port",
                        SimpleType.STRING,
                        URL,
                        uri -> uri.getPort() < 0 ? "" : Integer.toString(uri.getPort())),
                CelFunction.member(
                        "getEscapedPath",
                        "url_get_escaped_path",
                        SimpleType.STRING,
                        URL,
                        uri -> text(uri.getRawPath())),
                CelFunction.member(
                        "getQuery",
                        "url_get_query",
                        MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING)),
                        URL,
                        UrlFunctions::query));
    }

    private static URI url(String text) {
        return parse(text)
                .orElseThrow(
                        () -> new IllegalArgumentException("URL parse error during conversion from string: parse \""
                                + text + "\": invalid URI for request"));
    }

    private static Optional<URI> parse(String text) {
        try {
            URI uri = new URI(escaped(text));
            boolean fit = uri.isAbsolute() || text.startsWith("/");
            return fit && text.indexOf('#') < 0 ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** After the host, Go accepts characters that others require to be escaped. */
    private static String escaped(String text) {
        int authority = text.indexOf("://");
        int path = text.indexOf('/', authority < 0 ? 0 : authority + 3);
        if (path < 0) {
            return text;
        }
        StringBuilder escaped = new StringBuilder(text.substring(0, path));
        text.substring(path).chars().forEach(c -> {
            if (" \"<>\\^`{|}".indexOf(c) >= 0) {
                escaped.append(String.format(Locale.ROOT, "%%%02X", c));
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    private static String host(URI uri) {
        return text(uri.getHost()) + (uri.getPort() < 0 ? "" : ":" + uri.getPort());
    }

    private static Map<String, List<String>> query(URI uri) {
        Map<String, List<String>> query = new LinkedHashMap<>();
        for (String part : text(uri.getRawQuery()).split("&", -1)) {
            if (!part.isEmpty()) {
                int equals = part.indexOf('=');
                String name = equals < 0 ? part : part.substring(0, equals);
                String value = equals < 0 ? "" : part.substring(equals + 1);
                query.computeIfAbsent(decode(name), key -> new ArrayList<>()).add(decode(value));
            }
        }
        return query;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static String text(@Nullable String part) {
        return part == null ? "" : part;
    }
}
