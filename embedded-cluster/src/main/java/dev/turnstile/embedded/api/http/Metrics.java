package dev.turnstile.embedded.api.http;

import dev.turnstile.embedded.store.Store;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Counts the requests of the API for {@code /metrics}, under kube-apiserver's names. */
final class Metrics {
    private final Store store;
    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> nanos = new ConcurrentSkipListMap<>();

    private final List<Supplier<String>> more = new CopyOnWriteArrayList<>();

    Metrics(Store store) {
        this.store = store;
    }

    void count(String method, int code, long took) {
        requests.computeIfAbsent("{verb=\"" + method + "\",code=\"" + code + "\"}", key -> new LongAdder())
                .increment();
        nanos.computeIfAbsent("{verb=\"" + method + "\"}", key -> new LongAdder())
                .add(took);
    }

    /** Appends the text to every response. */
    void add(Supplier<String> text) {
        more.add(text);
    }

    /** The health metrics of {@code /metrics/slis}. */
    String serviceLevels() {
        return """
            # HELP kubernetes_healthcheck This metric records the result of a single healthcheck.
            # TYPE kubernetes_healthcheck gauge
            kubernetes_healthcheck{name="ping",type="healthz"} 1
            kubernetes_healthcheck{name="ping",type="livez"} 1
            kubernetes_healthcheck{name="ping",type="readyz"} 1
            """;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("# HELP apiserver_request_total Counter of apiserver requests\n")
                .append("# TYPE apiserver_request_total counter\n");
        requests.forEach((labels, count) -> text.append("apiserver_request_total")
                .append(labels)
                .append(' ')
                .append(count.sum())
                .append('\n'));
        text.append("# HELP apiserver_request_seconds_total Time spent on requests, watches included\n")
                .append("# TYPE apiserver_request_seconds_total counter\n");
        nanos.forEach((labels, sum) -> text.append("apiserver_request_seconds_total")
                .append(labels)
                .append(' ')
                .append(sum.sum() / 1e9)
                .append('\n'));
        text.append("# HELP apiserver_storage_objects Number of stored objects\n")
                .append("# TYPE apiserver_storage_objects gauge\n");
        new TreeMap<>(store.shelves())
                .forEach((resource, shelf) -> text.append("apiserver_storage_objects{resource=\"")
                        .append(resource)
                        .append("\"} ")
                        .append(shelf.size())
                        .append('\n'));
        more.forEach(source -> text.append(source.get()));
        return text.toString();
    }
}
