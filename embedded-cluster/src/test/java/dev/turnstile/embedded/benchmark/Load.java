package dev.turnstile.embedded.benchmark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The same work for every server: Workloads, made, changed, listed, watched. */
final class Load {
    private static final int WRITERS = 8;
    private static final String WORKLOADS = "/apis/kueue.x-k8s.io/v1beta2/namespaces/default/workloads";
    private static final String JSON = "application/json";

    private final Endpoint endpoint;

    Load(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** What one call does, by its number. */
    private interface TimedCall {
        void on(int number) throws IOException, InterruptedException;
    }

    void define(Path definition) throws IOException, InterruptedException {
        endpoint.send(
                "POST",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                "application/yaml",
                Files.readString(definition));
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (true) {
            try {
                endpoint.send("GET", WORKLOADS, JSON, "");
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new IOException("the definition is not served after 30 s: " + e.getMessage(), e);
                }
                Thread.sleep(100);
            }
        }
    }

    double createsPerSecond(int from, int to) throws InterruptedException {
        return perSecond(from, to, number -> endpoint.send("POST", WORKLOADS, JSON, workload(number)));
    }

    double statusPatchesPerSecond(int from, int to) throws InterruptedException {
        return perSecond(
                from,
                to,
                number -> endpoint.send(
                        "PATCH",
                        WORKLOADS + "/" + name(number) + "/status",
                        "application/merge-patch+json",
                        status(number)));
    }

    private static double perSecond(int from, int to, TimedCall call) throws InterruptedException {
        long begin = System.nanoTime();
        List<Future<Void>> writers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < WRITERS; writer++) {
                int first = from + writer;
                writers.add(threads.submit(() -> {
                    for (int number = first; number < to; number += WRITERS) {
                        call.on(number);
                    }
                    return null;
                }));
            }
            for (Future<Void> writer : writers) {
                writer.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a writer failed: " + e.getCause(), e);
        }
        return (to - from) / ((System.nanoTime() - begin) / 1e9);
    }

    double listMillis() throws IOException, InterruptedException {
        double[] millis = new double[7];
        for (int i = 0; i < millis.length; i++) {
            long begin = System.nanoTime();
            endpoint.send("GET", WORKLOADS, JSON, "");
            millis[i] = (System.nanoTime() - begin) / 1e6;
        }
        return median(millis);
    }

    /** Open watches, each read by a thread of its own. */
    final class Watchers implements AutoCloseable {
        private final List<InputStream> streams = new ArrayList<>();
        private volatile CountDownLatch awaited = new CountDownLatch(0);

        Watchers(int count) throws IOException, InterruptedException {
            String version = new String(endpoint.send("GET", WORKLOADS + "?limit=1", JSON, ""), StandardCharsets.UTF_8)
                    .replaceFirst("(?s).*?\"resourceVersion\":\"([0-9]+)\".*", "$1");
            for (int i = 0; i < count; i++) {
                InputStream stream =
                        endpoint.open(WORKLOADS + "?watch=true&timeoutSeconds=600&resourceVersion=" + version);
                streams.add(stream);
                Thread.ofVirtual().start(() -> read(stream));
            }
        }

        private void read(InputStream stream) {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                while (reader.readLine() != null) {
                    awaited.countDown();
                }
            } catch (IOException e) {
                // The stream was closed under the reader, which is how it ends.
                awaited.countDown();
            }
        }

        double fanOutMillis() throws IOException, InterruptedException {
            double[] millis = new double[21];
            for (int i = 0; i < millis.length; i++) {
                CountDownLatch all = new CountDownLatch(streams.size());
                awaited = all;
                long begin = System.nanoTime();
                endpoint.send(
                        "PATCH",
                        WORKLOADS + "/" + name(i),
                        "application/merge-patch+json",
                        "{\"metadata\":{\"labels\":{\"round\":\"" + begin + "\"}}}");
                if (!all.await(30, TimeUnit.SECONDS)) {
                    throw new IOException(all.getCount() + " watchers saw no change within 30 s");
                }
                millis[i] = (System.nanoTime() - begin) / 1e6;
            }
            return median(millis);
        }

        /** The milliseconds of many gets beside these watchers, sorted. */
        double[] getMillis(int objects) throws IOException, InterruptedException {
            double[] millis = new double[3000];
            for (int i = 0; i < millis.length; i++) {
                long begin = System.nanoTime();
                endpoint.send("GET", WORKLOADS + "/" + name(i * 7 % objects), JSON, "");
                millis[i] = (System.nanoTime() - begin) / 1e6;
            }
            Arrays.sort(millis);
            return millis;
        }

        @Override
        public void close() throws IOException {
            for (InputStream stream : streams) {
                stream.close();
            }
        }
    }

    Watchers watchers(int count) throws IOException, InterruptedException {
        return new Watchers(count);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static String name(int number) {
        return "workload-" + number;
    }

    private static String workload(int number) {
        return """
            {"apiVersion":"kueue.x-k8s.io/v1beta2","kind":"Workload","metadata":{"name":"%s","namespace":"default"},
             "spec":{"queueName":"queue","priority":%d,"podSets":[{"name":"main","count":3,"template":{"spec":{
              "restartPolicy":"Never","containers":[{"name":"main","image":"example.org/app:1","args":["sleep","30"],
              "resources":{"requests":{"cpu":"1","memory":"1Gi"}}}]}}}]}}\
            """.formatted(name(number), number % 100);
    }

    private static String status(int number) {
        return """
            {"status":{"conditions":[{"type":"QuotaReserved","status":"True","reason":"Reserved",
             "message":"reserved %d","lastTransitionTime":"2026-11-01T00:00:00Z"}]}}\
            """.formatted(number);
    }
}
