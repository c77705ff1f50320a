package dev.turnstile.service.informer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;

/** An API server of somebody who wants our memory, our time, or what we can reach. */
final class HostileServer implements AutoCloseable {
    private static final byte[] BLOCK = new byte[1 << 16];
    private static final long TWO_GIGABYTES = 2L << 30;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    HostileServer() throws IOException {
        Arrays.fill(BLOCK, (byte) ' ');
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What was requested so far: method and path. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        requests.add(exchange.getRequestMethod() + " " + path);
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            switch (path) {
                case "/packed" -> packed(exchange);
                case "/endless" -> endless(exchange);
                case "/empty-objects" -> emptyObjects(exchange);
                case "/talkative" -> refuse(exchange, 403, "x".repeat(1 << 20));
                case "/busy" -> {
                    exchange.getResponseHeaders()
                            .add(
                                    "Retry-After",
                                    exchange.getRequestURI().getQuery().substring("seconds=".length()));
                    refuse(exchange, 429, "busy");
                }
                default -> elsewhere(exchange, path);
            }
        } catch (IOException e) {
            // The reader has had enough: what these answers are for.
            requests.add("given up " + path);
        }
    }

    /** {@code /302/PORT} leads to that port of this machine. */
    private static void elsewhere(HttpExchange exchange, String path) throws IOException {
        String[] parts = path.split("/", -1);
        if (parts.length < 3) {
            send(exchange, 200, "{}");
            return;
        }
        exchange.getResponseHeaders().add("Location", "http://127.0.0.1:" + parts[2] + "/internal");
        send(exchange, Integer.parseInt(parts[1]), "");
    }

    private static void refuse(HttpExchange exchange, int code, String message) throws IOException {
        send(
                exchange,
                code,
                "{\"kind\": \"Status\", \"reason\": \"" + message + "\", \"message\": \"" + message + "\"}");
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void packed(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().add("Content-Encoding", "gzip");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream body = new GZIPOutputStream(exchange.getResponseBody(), BLOCK.length)) {
            for (long sent = 0; sent < TWO_GIGABYTES; sent += BLOCK.length) {
                body.write(BLOCK);
            }
        }
    }

    private static void endless(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        for (long sent = 0; sent < TWO_GIGABYTES; sent += BLOCK.length) {
            exchange.getResponseBody().write(BLOCK);
        }
    }

    /** Thirty megabytes, and 850 as a tree. */
    private static void emptyObjects(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        OutputStream body = exchange.getResponseBody();
        body.write("{\"items\": [{}".getBytes(StandardCharsets.UTF_8));
        byte[] thousands = ",{}".repeat(10_000).getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 1_000; i++) {
            body.write(thousands);
        }
        body.write("]}".getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
