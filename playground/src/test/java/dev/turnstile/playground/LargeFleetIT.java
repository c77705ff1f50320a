package dev.turnstile.playground;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.turnstile.manager.console.ConsoleView.ClusterCard;
import dev.turnstile.manager.console.ConsoleView.ClusterCounts;
import dev.turnstile.manager.console.ConsoleView.Decision;
import dev.turnstile.manager.console.ConsoleView.GroupRow;
import dev.turnstile.manager.console.ConsoleView.QuotaBar;
import dev.turnstile.manager.console.ConsoleView.ReplicaLane;
import dev.turnstile.manager.console.ConsoleView.TrailLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.json.JsonMapper;

/**
 * The console's pages about 1,000 workloads on 20 clusters, 100 of which change every second. The pages are the real
 * ones; what they are told is made up here, so that nothing but the browser is measured.
 */
@Tag("embedded-only") // no cluster at all
@Isolated // It measures time.
final class LargeFleetIT {
    private static final int CHANGES_A_SECOND = 100;
    /** The first picture is drawn and the browser has started. */
    private static final int SETTLED_MILLISECONDS = 3_000;

    private static final int WATCHED_MILLISECONDS = 6_000;
    private final JsonMapper json = new JsonMapper();

    @Test
    void staysFluid() throws IOException {
        double small = worked(10, 3);
        double large = worked(1_000, 20);

        System.out.printf(
                "console: %.1f %% of a processor for 10 workloads on 3 clusters, %.1f %% for 1,000 on 20%n",
                100 * small, 100 * large);
        assertThat(small).as("part of a processor, and it does something").isPositive();
        assertThat(large).as("part of a processor").isLessThan(0.5);
    }

    /** What the orchestration page takes to stay up to date. */
    private double worked(int workloads, int clusters) throws IOException {
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(executor);
        server.createContext("/console/api/events", exchange -> tell(exchange, workloads, clusters));
        server.createContext("/console", LargeFleetIT::file);
        server.start();
        try (var chromium = Chromium.start()) {
            Page page = chromium.page(1280, 800, ColorScheme.LIGHT);
            page.navigate("http://127.0.0.1:" + server.getAddress().getPort() + "/console/orchestration");
            assertThat(page.getByText("%d waiting, 0 running".formatted(workloads)))
                    .isVisible();
            assertThat(page.locator("section.row")).hasCount(workloads);
            page.waitForTimeout(SETTLED_MILLISECONDS);
            return worked(page);
        } finally {
            server.stop(0);
            executor.shutdownNow();
        }
    }

    /**
     * How much of one processor the page takes, all of its scripts, layout and painting: as long as that is well below
     * one, it answers at once. Processor time and not the clock's, since other tests run on the same machine.
     */
    private static double worked(Page page) {
        CDPSession browser = page.context().newCDPSession(page);
        var time = new JsonObject();
        time.addProperty("timeDomain", "threadTicks");
        browser.send("Performance.enable", time);
        double before = taskSeconds(browser);
        long began = System.nanoTime();
        page.waitForTimeout(WATCHED_MILLISECONDS);
        return (taskSeconds(browser) - before) / ((System.nanoTime() - began) / 1e9);
    }

    private static double taskSeconds(CDPSession browser) {
        for (var metric : browser.send("Performance.getMetrics").getAsJsonArray("metrics")) {
            if (metric.getAsJsonObject().get("name").getAsString().equals("TaskDuration")) {
                return metric.getAsJsonObject().get("value").getAsDouble();
            }
        }
        throw new AssertionError("the browser does not tell how long its tasks take");
    }

    private static void file(HttpExchange exchange) throws IOException {
        var name = exchange.getRequestURI().getPath().replaceFirst(".*/", "");
        var file = name.contains(".") ? name : "index.html";
        try (exchange;
                var content = LargeFleetIT.class.getResourceAsStream("/static/console/" + file)) {
            if (content == null) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            var type = file.endsWith(".js") ? "text/javascript" : file.endsWith(".css") ? "text/css" : "text/html";
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.sendResponseHeaders(200, 0);
            content.transferTo(exchange.getResponseBody());
        }
    }

    private void tell(HttpExchange exchange, int workloads, int clusters) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            send(exchange, true, IntStream.range(0, workloads), clusters, 0);
            for (int turn = 1; turn < 60; turn++) {
                Thread.sleep(1_000);
                int from = turn * CHANGES_A_SECOND;
                var changed = IntStream.range(from, from + Math.min(workloads, CHANGES_A_SECOND))
                        .map(each -> each % workloads);
                send(exchange, false, changed, clusters, turn);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(HttpExchange exchange, boolean whole, IntStream workloads, int clusters, int turn)
            throws IOException {
        Map<String, GroupRow> groups = new TreeMap<>();
        workloads.forEach(each -> groups.put(key(each), group(each, clusters, turn)));
        List<ClusterCard> cards =
                IntStream.range(0, clusters).mapToObj(each -> card(each, turn)).toList();
        var decisions = groups.keySet().stream()
                .map(key -> new Decision(Instant.now(), key, "opening the gate, for the %dth time".formatted(turn)))
                .toList();
        var event = json.writeValueAsString(Map.of(
                "whole", whole,
                "time", Instant.now(),
                "clusters", cards,
                "groups", groups,
                "queues", Map.of(),
                "decisions", decisions));
        exchange.getResponseBody().write(("data:" + event + "\n\n").getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private static String key(int workload) {
        return "team-%02d/job-%04d".formatted(workload % 30, workload);
    }

    private static ClusterCard card(int cluster, int turn) {
        var quota =
                new QuotaBar("default", "cpu", "100", String.valueOf(turn % 100), "", "", (turn % 100) / 100.0, 0, 0);
        return new ClusterCard(
                "worker-" + cluster, "Connected", "", (long) turn, new ClusterCounts(turn, 3, 1, 50), List.of(quota));
    }

    private static GroupRow group(int workload, int clusters, int turn) {
        var since = Instant.now().minusSeconds(600);
        List<ReplicaLane> lanes = new ArrayList<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            boolean open = cluster == workload % clusters;
            lanes.add(new ReplicaLane(
                    "worker-" + cluster,
                    since.plusSeconds(cluster),
                    open ? since.plusSeconds(60) : null,
                    null,
                    open ? since.plusSeconds(660) : null,
                    false,
                    open ? "may preempt" : "waits, gate closed"));
        }
        return new GroupRow(
                key(workload),
                "team",
                workload % 10,
                "waiting",
                since,
                "worker-%d may preempt, the others wait (%d)".formatted(workload % clusters, turn),
                "",
                lanes,
                List.of(new TrailLine(since, "dispatched to " + clusters + " clusters")));
    }
}
