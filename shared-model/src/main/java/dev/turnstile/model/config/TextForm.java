package dev.turnstile.model.config;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import javax.net.ssl.SSLServerSocketFactory;

/** A form that a text must have, with the words that say so. */
public enum TextForm {
    ANY("any text"),
    DNS_LABEL("at most 63 of a-z, 0-9 and '-', beginning with a letter, not ending in '-'"),
    NAMESPACE("at most 63 of a-z, 0-9 and '-', beginning and ending with a letter or digit"),
    DNS_SUBDOMAIN("at most 253 of a-z, 0-9, '-' and '.', each part beginning and ending with a letter or digit"),
    LABEL_VALUE("at most 63 of A-Z, a-z, 0-9, '-', '_' and '.', beginning and ending with a letter or digit"),
    QUALIFIED_NAME("a name of at most 63 characters, such as cpu or example.com/gpu"),
    RESOURCE_PREFIX("the beginning of a resource's name, such as example.com/"),
    DISPATCHER("a name with a domain, such as kueue.x-k8s.io/multikueue-dispatcher-all-at-once"),
    BIND_ADDRESS("HOST:PORT, :PORT, [IPv6]:PORT (port 0 takes a free one), or 0 to switch it off"),
    HOST("a host name or an IP address"),
    FOLDER("a path that begins with '/'"),
    PATH_SEGMENT("at most 63 of a-z, A-Z, 0-9, '-', '_' and '.', without '/'"),
    EXTERNAL_FRAMEWORK("Kind.version.group, such as Foo.v1.example.com"),
    QUANTITY("a quantity of Kubernetes, such as 4, 500m or 5Gi"),
    CIPHER_SUITE("a cipher suite of TLS 1.2 in its IANA name, such as TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-_.A-Za-z0-9]*[A-Za-z0-9])?");
    private static final Pattern RESOURCE = Pattern.compile("[A-Za-z0-9][-_./A-Za-z0-9]*");
    private static final Pattern ADDRESS = Pattern.compile("[-_.:%A-Za-z0-9]*");
    private static final Pattern SEGMENT = Pattern.compile("[-_.A-Za-z0-9]{1,63}");
    private static final Pattern FRAMEWORK = Pattern.compile("[A-Z][A-Za-z0-9]*\\.v[0-9][a-z0-9]*\\." + SUBDOMAIN);
    private static final Pattern AMOUNT =
            Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?");
    private static final Set<String> CIPHERS = Set.copyOf(
            Arrays.asList(((SSLServerSocketFactory) SSLServerSocketFactory.getDefault()).getSupportedCipherSuites()));

    private final String words;

    TextForm(String words) {
        this.words = words;
    }

    /** What is allowed, in words. */
    public String words() {
        return words;
    }

    public boolean accepts(String text) {
        return switch (this) {
            case ANY -> true;
            case DNS_LABEL -> is(LABEL, text) && Character.isLetter(text.charAt(0));
            case NAMESPACE -> is(LABEL, text);
            case DNS_SUBDOMAIN -> is(SUBDOMAIN, text) && text.length() <= 253;
            case LABEL_VALUE -> text.isEmpty() || (is(NAME, text) && text.length() <= 63);
            case QUALIFIED_NAME -> qualified(text);
            case RESOURCE_PREFIX -> is(RESOURCE, text) && text.length() <= 317;
            case DISPATCHER -> text.contains("/") && qualified(text);
            case BIND_ADDRESS -> BindAddress.parse(text).isPresent();
            case FOLDER -> text.startsWith("/") && text.indexOf('\0') < 0;
            case HOST -> is(ADDRESS, text);
            case PATH_SEGMENT -> is(SEGMENT, text);
            case EXTERNAL_FRAMEWORK -> is(FRAMEWORK, text);
            case QUANTITY -> is(AMOUNT, text);
            case CIPHER_SUITE -> CIPHERS.contains(text) && text.contains("_WITH_");
        };
    }

    private static boolean is(Pattern pattern, String text) {
        return pattern.matcher(text).matches();
    }

    private static boolean qualified(String text) {
        var slash = text.indexOf('/');
        var name = text.substring(slash + 1);
        return is(NAME, name) && name.length() <= 63 && (slash < 0 || DNS_SUBDOMAIN.accepts(text.substring(0, slash)));
    }
}
