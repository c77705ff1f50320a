package dev.turnstile.playground;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.turnstile.embedded.EmbeddedCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Buttons for the stage: one page, and a POST each for curl. */
final class Controls implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Stage stage;
    private final Fleet fleet;
    private final Services services;

    Controls(int port, Stage stage, Fleet fleet, Services services) {
        this.stage = stage;
        this.fleet = fleet;
        this.services = services;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "port " + port + " cannot be used for the controls: " + e.getMessage()
                            + "; --ports=FIRST takes others",
                    e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String[] path = exchange.getRequestURI().getPath().split("/", -1);
            String action = path.length > 1 ? path[1] : "";
            String what = path.length > 2 ? path[2] : "";
            boolean get = exchange.getRequestMethod().equals("GET");
            if (get && action.isEmpty()) {
                send(exchange, 200, "text/html; charset=utf-8", page());
            } else if (get && action.equals("told")) {
                send(exchange, 200, TEXT, String.join("\n", stage.told()));
            } else if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, 405, TEXT, "Only POST does something here.\n");
            } else if (ofAnotherPage(exchange)) {
                send(exchange, 403, TEXT, "These buttons are pressed on their own page.\n");
            } else {
                act(exchange, action, what);
            }
        }
    }

    /** A page of somebody else's may make a browser send us a form, though never under our name. */
    private static boolean ofAnotherPage(HttpExchange exchange) {
        String origin = exchange.getRequestHeaders().getFirst("Origin");
        return origin != null
                && !origin.equals("http://" + exchange.getRequestHeaders().getFirst("Host"));
    }

    private void act(HttpExchange exchange, String action, String what) throws IOException {
        try {
            String done = switch (action) {
                case "story" ->
                    stage.play()
                            ? "The story begins; it is told where the playground was started."
                            : "The story is being played already.";
                case "leader" -> stage.killLeader();
                case "manager" -> stage.toggleManager();
                case "partition" -> stage.togglePartition(what);
                case "restart" -> stage.restartWorker(what);
                case "speed" -> stage.changeSpeed(Arguments.positive("speed", what));
                default -> throw new IllegalArgumentException("there is nothing called \"" + action + "\" here");
            };
            done(exchange, done);
        } catch (IllegalArgumentException e) {
            send(exchange, 404, TEXT, e.getMessage() + "\n");
        } catch (Arguments.UsageException e) {
            send(exchange, 400, TEXT, e.getMessage() + "\n");
        } catch (IllegalStateException e) {
            send(exchange, 409, TEXT, e.getMessage() + "\n");
        }
    }

    /**
     * A press of a button leads back to the page, which shows what was done; any other POST gets that as its response.
     */
    private static void done(HttpExchange exchange, String text) throws IOException {
        String accepts = exchange.getRequestHeaders().getFirst("Accept");
        if (accepts != null && accepts.contains("text/html")) {
            exchange.getResponseHeaders().set("Location", "/");
            exchange.sendResponseHeaders(303, -1);
        } else {
            send(exchange, 200, TEXT, text + "\n");
        }
    }

    private String page() {
        return ControlsPage.of(
                services.console(),
                stage,
                fleet.workers().stream().map(EmbeddedCluster::name).toList());
    }

    private static void send(HttpExchange exchange, int code, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
