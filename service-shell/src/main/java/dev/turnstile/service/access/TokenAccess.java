package dev.turnstile.service.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Predicate;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Lets through who may: everybody to the open paths, elsewhere the bearer of a token that the cluster knows and allows
 * the path, as a ClusterRole's {@code nonResourceURLs} say.
 */
public final class TokenAccess extends OncePerRequestFilter {

    private static final String BEARER = "Bearer ";

    private final AccessReview review;
    private final Predicate<String> open;

    /**
     * Guards all paths but the open ones.
     *
     * @param open paths that everybody may ask for
     */
    public TokenAccess(AccessReview review, Predicate<String> open) {
        this.review = review;
        this.open = open;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var path = request.getRequestURI();
        if (open.test(path)) {
            chain.doFilter(request, response);
            return;
        }
        var header = request.getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
            unauthorized(response, "A bearer token of this cluster is needed: Authorization: Bearer TOKEN");
            return;
        }
        var verb = verb(request.getMethod());
        switch (review.review(header.substring(BEARER.length()).strip(), verb, path)) {
            case Verdict.Allowed _ -> chain.doFilter(request, response);
            case Verdict.UnknownToken _ -> unauthorized(response, "This cluster does not know the token.");
            case Verdict.Forbidden(var user) ->
                refuse(
                        response,
                        HttpServletResponse.SC_FORBIDDEN,
                        "%s may not %s %s; a ClusterRole with nonResourceURLs: [%s], verbs: [%s] would allow it."
                                .formatted(user, verb, path, path, verb));
            case Verdict.Unanswered(var reason) ->
                refuse(
                        response,
                        HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                        "The cluster could not be asked whose token this is: " + reason + ".");
            case Verdict.Busy _ -> {
                response.setHeader("Retry-After", "1");
                refuse(
                        response,
                        HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                        "Too many others ask with tokens that were not seen before; try again in a second.");
            }
        }
    }

    /** The verb that Kubernetes checks for paths: the method in lower case. */
    private static String verb(String method) {
        return method.toLowerCase(Locale.ROOT);
    }

    private static void unauthorized(HttpServletResponse response, String reason) throws IOException {
        response.setHeader("WWW-Authenticate", "Bearer");
        refuse(response, HttpServletResponse.SC_UNAUTHORIZED, reason);
    }

    private static void refuse(HttpServletResponse response, int status, String reason) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        response.getWriter().println(reason);
    }
}
