package dev.turnstile.service.extension;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Who asks. As in Kubernetes' extension API servers the first that holds counts: headers of a front proxy that proves
 * by its certificate that it is one, the client's own certificate, a token. Headers without such a certificate prove
 * nothing.
 */
final class Authentication {
    private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";
    private static final String BEARER = "Bearer ";

    private final Supplier<ClusterTrust> trust;
    private final Reviews reviews;
    private final InstantSource clock;

    Authentication(Supplier<ClusterTrust> trust, Reviews reviews, InstantSource clock) {
        this.trust = trust;
        this.reviews = reviews;
        this.clock = clock;
    }

    /** The user of a request; refuses one that nobody vouches for. */
    Requester of(HttpServletRequest request) {
        ClusterTrust now = trust.get();
        List<X509Certificate> chain =
                request.getAttribute(CERTIFICATES) instanceof X509Certificate[] shown ? List.of(shown) : List.of();
        return proxied(request, chain, now)
                .or(() -> certified(chain, now))
                .or(() -> bearer(request))
                .map(Requester::vouchedFor)
                .orElseThrow(StatusException::unauthorized);
    }

    private Optional<Requester> proxied(HttpServletRequest request, List<X509Certificate> chain, ClusterTrust trusted) {
        if (!CertificateProof.holds(chain, trusted.proxyAuthorities(), clock.instant())) {
            return Optional.empty();
        }
        boolean named = trusted.proxyNames().isEmpty()
                || CertificateProof.subject(chain.getFirst(), "CN").stream().anyMatch(trusted.proxyNames()::contains);
        List<String> users = values(request, trusted.headers().user());
        if (!named || users.isEmpty()) {
            return Optional.empty();
        }
        List<String> uids = values(request, trusted.headers().uid());
        return Optional.of(new Requester(
                users.getFirst(),
                uids.isEmpty() ? "" : uids.getFirst(),
                values(request, trusted.headers().group()),
                extra(request, trusted.headers().extraPrefixes())));
    }

    private static List<String> values(HttpServletRequest request, List<String> headers) {
        List<String> found = new ArrayList<>();
        for (String header : headers) {
            Collections.list(request.getHeaders(header)).stream()
                    .map(String::strip)
                    .filter(value -> !value.isEmpty())
                    .forEach(found::add);
        }
        return found;
    }

    private static Map<String, List<String>> extra(HttpServletRequest request, List<String> prefixes) {
        Map<String, List<String>> found = new TreeMap<>();
        for (String header : Collections.list(request.getHeaderNames())) {
            for (String prefix : prefixes) {
                if (header.regionMatches(true, 0, prefix, 0, prefix.length())) {
                    String key = key(header.substring(prefix.length()).toLowerCase(Locale.ROOT));
                    found.put(key, Collections.list(request.getHeaders(header)));
                }
            }
        }
        return found;
    }

    /** Proxies write what may not stand in a header's name as percent signs; a plus sign stands for itself. */
    private static String key(String written) {
        try {
            return URLDecoder.decode(written.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return written;
        }
    }

    private Optional<Requester> certified(List<X509Certificate> chain, ClusterTrust trusted) {
        if (!CertificateProof.holds(chain, trusted.clientAuthorities(), clock.instant())) {
            return Optional.empty();
        }
        List<String> names = CertificateProof.subject(chain.getFirst(), "CN");
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Requester(names.getFirst(), "", CertificateProof.subject(chain.getFirst(), "O"), Map.of()));
    }

    private Optional<Requester> bearer(HttpServletRequest request) {
        String header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            return Optional.empty();
        }
        String token = header.substring(BEARER.length()).strip();
        return token.isEmpty() ? Optional.empty() : reviews.user(token);
    }
}
