package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.api.ApiException;
import dev.turnstile.embedded.api.UserInfo;
import dev.turnstile.embedded.api.access.AccessCheck;
import dev.turnstile.embedded.api.access.Tokens;
import dev.turnstile.embedded.api.aggregate.Aggregation;
import dev.turnstile.embedded.api.request.Exchange;
import dev.turnstile.embedded.api.request.ResourcePath;
import dev.turnstile.embedded.fault.FaultDecision;
import dev.turnstile.embedded.fault.Faults;
import dev.turnstile.embedded.json.Json;
import dev.turnstile.embedded.store.CompactedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.core.JacksonException;

/**
 * Serves every request: faults, authentication, authorization, dispatch to a handler; and turns every failure into a
 * Status.
 */
final class ApiHandler extends Handler.Abstract {
    private static final System.Logger LOG = System.getLogger(ApiHandler.class.getName());
    private static final Set<String> PUBLIC = Set.of("/version", "/healthz", "/livez", "/readyz");
    private static final List<String> PUBLIC_BELOW = List.of("/healthz/", "/livez/", "/readyz/");
    private static final Pattern TIMEOUT = Pattern.compile("([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+");

    private final Documents documents;
    private final ResourceHandler resources;
    private final Aggregation aggregation;
    private final Tokens tokens;
    private final AccessCheck access;
    private final Faults faults;
    private final Metrics metrics;

    ApiHandler(
            Documents documents,
            ResourceHandler resources,
            Aggregation aggregation,
            Tokens tokens,
            AccessCheck access,
            Faults faults,
            Metrics metrics) {
        super(InvocationType.BLOCKING);
        this.documents = documents;
        this.resources = resources;
        this.aggregation = aggregation;
        this.tokens = tokens;
        this.access = access;
        this.faults = faults;
        this.metrics = metrics;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Exchange exchange = new Exchange(request, response);
        long begin = System.nanoTime();
        try {
            serve(exchange);
            callback.succeeded();
        } catch (IOException e) {
            callback.failed(e);
        } finally {
            metrics.count(exchange.method(), exchange.status(), System.nanoTime() - begin);
        }
        return true;
    }

    private void serve(Exchange exchange) throws IOException {
        try {
            dispatch(exchange);
        } catch (ApiException e) {
            fail(exchange, e);
        } catch (CompactedException e) {
            fail(exchange, ApiException.expired("too old resource version: " + e.asked() + " (" + e.oldest() + ")"));
        } catch (JacksonException e) {
            fail(exchange, ApiException.badRequest("the body cannot be read: " + e.getOriginalMessage()));
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, exchange.method() + " " + exchange.path() + " failed", e);
            fail(exchange, ApiException.internal(e.toString()));
        }
    }

    private static void fail(Exchange exchange, ApiException e) throws IOException {
        if (exchange.begun()) {
            throw new IOException("failed after the answer began: " + e.getMessage(), e);
        }
        exchange.drain();
        long retryAfter = Json.number(e.status(), 0, "details", "retryAfterSeconds");
        if (retryAfter > 0) {
            exchange.setHeader("Retry-After", Long.toString(retryAfter));
        }
        exchange.json(e.code(), e.status());
    }

    private void dispatch(Exchange exchange) throws IOException {
        String path = exchange.path();
        Optional<ResourcePath> resource = ResourcePath.parse(path);
        boolean changes = Set.of("PUT", "PATCH").contains(exchange.method());
        switch (faults.decide(changes && resource.isPresent())) {
            case FaultDecision.Serve serve -> {}
            case FaultDecision.ReportConflict conflict ->
                throw ApiException.modified(
                        resource.orElseThrow().resource().groupResource(),
                        resource.orElseThrow().name());
            case FaultDecision.Fail fail -> throw ApiException.internal("injected fault");
            case FaultDecision.Throttle throttle ->
                throw ApiException.tooManyRequests(
                        "the server has received too many requests and has asked us to try again later",
                        throttle.retryAfterSeconds());
            case FaultDecision.Cut cut -> {
                IOException why = new IOException("cut by an injected fault");
                exchange.abort(why);
                throw why;
            }
        }
        checkTimeout(exchange);
        boolean named = !exchange.header("Authorization").isEmpty();
        if (!named && isPublic(path)) {
            documents.handle(exchange, path);
            return;
        }
        UserInfo user = user(exchange);
        if (isPublic(path)) {
            documents.handle(exchange, path);
            return;
        }
        access.check(exchange, user, resource.orElse(null));
        if (aggregation.handles(path)) {
            aggregation.forward(exchange, user);
        } else if (resource.isPresent()) {
            resources.handle(exchange, user, resource.get());
        } else {
            documents.handle(exchange, path);
        }
    }

    private static boolean isPublic(String path) {
        return PUBLIC.contains(path) || PUBLIC_BELOW.stream().anyMatch(path::startsWith);
    }

    private static void checkTimeout(Exchange exchange) {
        String timeout = exchange.query("timeout");
        if (!timeout.isEmpty() && !TIMEOUT.matcher(timeout).matches()) {
            throw ApiException.badRequest("invalid timeout specified in the request URL - time: invalid duration "
                    + ApiException.quote(timeout));
        }
    }

    private UserInfo user(Exchange exchange) {
        String authorization = exchange.header("Authorization");
        if (!authorization.regionMatches(true, 0, "Bearer ", 0, 7)) {
            throw ApiException.unauthorized();
        }
        Tokens.Identity identity =
                tokens.identify(authorization.substring(7).strip()).orElseThrow(ApiException::unauthorized);
        if (!identity.audiences().contains(Tokens.ISSUER)) {
            throw ApiException.unauthorized();
        }
        return access.impersonated(exchange, identity.user());
    }
}
