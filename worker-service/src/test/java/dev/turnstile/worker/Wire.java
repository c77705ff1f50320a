package dev.turnstile.worker;

import dev.turnstile.service.SilentWatches;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;

/**
 * What goes between a worker and its API server. Notes every request; has some refused, watches dropped, or everything
 * cut off after so many writes, whichever API server is behind it.
 */
final class Wire implements Interceptor {
    /** A request that went out, or would have. */
    record Sent(String method, String path, boolean watches, Instant at) {
        static Sent now(Request request) {
            HttpUrl url = request.url();
            // A list of one object is the question which version the API is at.
            boolean watches = url.queryParameter("watch") != null || "1".equals(url.queryParameter("limit"));
            return new Sent(request.method(), url.encodedPath(), watches, Instant.now());
        }

        boolean renewsLease() {
            return path.contains("/leases");
        }

        boolean writes() {
            return !method.equals("GET");
        }

        boolean writesStatusOf(String plural) {
            return method.equals("PATCH") && path.contains("/" + plural + "/") && path.endsWith("/status");
        }
    }

    private record Refusals(double share, List<Integer> codes, Random random) {
        synchronized int draw() {
            return random.nextDouble() < share ? codes.get(random.nextInt(codes.size())) : 0;
        }
    }

    private final Queue<Sent> sent = new ConcurrentLinkedQueue<>();
    private final SilentWatches watches = new SilentWatches();
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);
    private volatile Refusals refusals = new Refusals(0, List.of(500), new Random(1));

    /** From now on that share of requests is answered with one of these codes; only writes with 409. */
    void refuse(double share, Integer... codes) {
        refusals = new Refusals(share, List.of(codes), new Random(codes.length));
    }

    /** Breaks all watches that are open. */
    void dropWatches() {
        watches.drop();
    }

    /** After that many writes more nothing goes through, as if the process had been killed. */
    void cutAfterWrites(int count) {
        writesLeft.set(count);
    }

    /** Of watches that are open now nothing is heard any more, as if the network had forgotten them. */
    void silenceWatches() {
        watches.fall();
    }

    /** Nothing goes through from now on. */
    void cut() {
        cutAfterWrites(0);
        dropWatches();
    }

    boolean isCut() {
        return writesLeft.get() <= 0;
    }

    /** Forgets what was sent. */
    void clear() {
        sent.clear();
    }

    /** What was sent since. */
    List<Sent> sent(Predicate<Sent> which) {
        return sent.stream().filter(which).toList();
    }

    /** The shortest time between two of them, which came one after the other. */
    static Duration shortestGap(List<Sent> requests) {
        Duration shortest = Duration.ofDays(1);
        for (int i = 1; i < requests.size(); i++) {
            Duration gap =
                    Duration.between(requests.get(i - 1).at(), requests.get(i).at());
            shortest = gap.compareTo(shortest) < 0 ? gap : shortest;
        }
        return shortest;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Sent one = Sent.now(request);
        boolean cut = one.writes() ? writesLeft.getAndDecrement() <= 0 : isCut();
        if (cut) {
            throw new IOException("cut off on purpose");
        }
        sent.add(one);
        int code = refusals.draw();
        if (code != 0 && (code != 409 || one.method().equals("PATCH"))) {
            return refusal(request, code);
        }
        return watches.intercept(chain);
    }

    private static Response refusal(Request request, int code) {
        String reason = switch (code) {
            case 409 -> "Conflict";
            case 429 -> "TooManyRequests";
            default -> "InternalError";
        };
        String body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"" + reason
                + "\",\"message\":\"on purpose\",\"code\":" + code + "}";
        return new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(code)
                .message(reason)
                .header("Retry-After", "1")
                .body(ResponseBody.create(body, MediaType.get("application/json")))
                .build();
    }
}
