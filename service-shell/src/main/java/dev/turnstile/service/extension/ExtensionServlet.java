package dev.turnstile.service.extension;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request after the other: who asks, whether they may, the answer. Every refusal is a Status. */
final class ExtensionServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ExtensionServlet.class);
    private static final String JSON = "application/json";
    private static final Set<String> HEALTH = Set.of("/healthz", "/livez", "/readyz");

    private final transient ExtensionApi api;
    private final transient Authentication authentication;
    private final transient Reviews reviews;

    ExtensionServlet(ExtensionApi api, Authentication authentication, Reviews reviews) {
        this.api = api;
        this.authentication = authentication;
        this.reviews = reviews;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            answer(request, response);
        } catch (StatusException e) {
            refuse(response, e);
        } catch (RuntimeException e) {
            LOG.warn("{} {} failed", request.getMethod(), request.getRequestURI(), e);
            refuse(response, StatusException.failed());
        }
    }

    private void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String path = path(request);
        if (HEALTH.contains(path)) {
            send(response, "text/plain;charset=utf-8", "ok".getBytes(StandardCharsets.UTF_8));
            return;
        }
        Requester user = authentication.of(request);
        Optional<ResourceAddress> resource = ResourceAddress.parse(path);
        if (resource.isPresent()) {
            resource(request, response, user, resource.get());
        } else {
            document(request, response, user, path);
        }
    }

    private static String path(HttpServletRequest request) {
        String path = Objects.requireNonNullElse(request.getServletPath(), "")
                + Objects.requireNonNullElse(request.getPathInfo(), "");
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private void document(HttpServletRequest request, HttpServletResponse response, Requester user, String path)
            throws IOException {
        String verb = request.getMethod().toLowerCase(Locale.ROOT);
        if (!reviews.access(user, path, verb).allowed()) {
            throw StatusException.forbiddenPath(user, path, verb);
        }
        if (!isGet(request)) {
            throw StatusException.methodNotAllowed();
        }
        String accept = Objects.requireNonNullElse(request.getHeader("Accept"), "");
        Document document = api.document(path, accept).orElseThrow(StatusException::noSuchPath);
        String tag = "\"" + document.hash() + "\"";
        response.setHeader("ETag", tag);
        response.setHeader("Vary", "Accept");
        if (tag.equals(request.getHeader("If-None-Match"))) {
            response.setStatus(HttpServletResponse.SC_NOT_MODIFIED);
        } else {
            send(response, document.contentType(), document.text().getBytes(StandardCharsets.UTF_8));
        }
    }

    private void resource(
            HttpServletRequest request, HttpServletResponse response, Requester user, ResourceAddress address)
            throws IOException {
        String verb = verb(request, address);
        Reviews.Verdict verdict = reviews.access(user, address, verb);
        if (!verdict.allowed()) {
            throw StatusException.forbidden(user, address, verb, verdict.why());
        }
        if (!api.serves(address)) {
            throw StatusException.noSuchPath();
        }
        if (!isGet(request)) {
            throw StatusException.methodNotAllowed();
        }
        boolean table = table(Objects.requireNonNullElse(request.getHeader("Accept"), ""));
        if (!api.ready()) {
            throw StatusException.unavailable("the cluster was not read yet");
        }
        byte[] body = api.read(address, name -> Objects.requireNonNullElse(request.getParameter(name), ""), table);
        send(response, JSON, body);
    }

    private static boolean isGet(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    private static String verb(HttpServletRequest request, ResourceAddress address) {
        return switch (request.getMethod()) {
            case "GET", "HEAD" -> address.name().isEmpty() ? "list" : "get";
            case "POST" -> "create";
            case "PUT" -> "update";
            case "PATCH" -> "patch";
            case "DELETE" -> address.name().isEmpty() ? "deletecollection" : "delete";
            default -> throw StatusException.methodNotAllowed();
        };
    }

    /** Whether the first form that we can give is a Table. */
    private static boolean table(String accept) {
        if (accept.isBlank()) {
            return false;
        }
        for (String clause : accept.toLowerCase(Locale.ROOT).replace(" ", "").split(",", -1)) {
            boolean json = clause.startsWith(JSON);
            if (json && clause.contains("as=table") && clause.contains("v=v1") && !clause.contains("v=v1beta1")) {
                return true;
            }
            if ((json && !clause.contains("as=")) || clause.startsWith("*/*") || clause.startsWith("application/*")) {
                return false;
            }
        }
        throw StatusException.notAcceptable();
    }

    private static void refuse(HttpServletResponse response, StatusException refusal) throws IOException {
        response.setStatus(refusal.code());
        if (refusal.retryAfterSeconds() > 0) {
            response.setHeader("Retry-After", Integer.toString(refusal.retryAfterSeconds()));
        }
        send(response, JSON, refusal.status().toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpServletResponse response, String contentType, byte[] body) throws IOException {
        response.setContentType(contentType);
        response.setHeader("Cache-Control", "no-cache, private");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
