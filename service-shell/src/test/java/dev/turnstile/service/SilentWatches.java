package dev.turnstile.service;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Buffer;
import okio.ForwardingSource;
import okio.Okio;

/** Watches between a client and its API server that can be broken, or stay open and tell nothing more. */
public final class SilentWatches implements Interceptor {
    private static final long LOOK_MILLIS = 20;

    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private final Set<Call> silent = ConcurrentHashMap.newKeySet();

    /** Those that are open now break. */
    public void drop() {
        open.forEach(Call::cancel);
    }

    /** Of those that are open now nothing is heard any more, as if the network had forgotten them. */
    public void fall() {
        silent.addAll(open);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (chain.request().url().queryParameter("watch") == null) {
            return chain.proceed(chain.request());
        }
        Call watch = chain.call();
        open.add(watch);
        Response response = chain.proceed(chain.request());
        ResponseBody body = response.body();
        ForwardingSource news = new ForwardingSource(body.source()) {
            @Override
            public long read(Buffer sink, long byteCount) throws IOException {
                long count = super.read(sink, byteCount);
                while (silent.contains(watch)) {
                    pause(watch);
                }
                return count;
            }
        };
        return response.newBuilder()
                .body(ResponseBody.create(Okio.buffer(news), body.contentType(), body.contentLength()))
                .build();
    }

    private static void pause(Call watch) throws IOException {
        if (watch.isCanceled()) {
            throw new IOException("canceled");
        }
        try {
            Thread.sleep(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }
}
