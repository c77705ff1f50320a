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
import java.util.stream.Collectors;

/** Buttons for the stage: one page, and a POST each for those who prefer curl. */
final class Controls implements AutoCloseable {
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
                    "port " + port + " can not be used for the controls: " + e.getMessage()
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
            String cluster = path.length > 2 ? path[2] : "";
            if (exchange.getRequestMethod().equals("GET") && action.isEmpty()) {
                send(exchange, 200, "text/html; charset=utf-8", page());
            } else if (!exchange.getRequestMethod().equals("POST")) {
                send(exchange, 405, "text/plain", "Only POST does something here.\n");
            } else {
                act(exchange, action, cluster);
            }
        }
    }

    private void act(HttpExchange exchange, String action, String cluster) throws IOException {
        try {
            String done = switch (action) {
                case "story" ->
                    stage.play()
                            ? "The story begins; it is told where the playground was started."
                            : "The story is being played already.";
                case "leader" -> stage.killLeader();
                case "manager" -> stage.toggleManager();
                case "partition" -> stage.togglePartition(cluster);
                case "restart" -> stage.restartWorker(cluster);
                default -> throw new IllegalArgumentException("there is nothing called \"" + action + "\" here");
            };
            send(exchange, 200, "text/plain", done + "\n");
        } catch (IllegalArgumentException e) {
            send(exchange, 404, "text/plain", e.getMessage() + "\n");
        }
    }

    private String page() {
        return """
            <!doctype html><html lang="en"><meta charset="utf-8"><title>Turnstile's playground</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <h1>Turnstile's playground</h1>
            <p><a href="%s">Console of the fleet</a></p>
            <form method="post" action="/story"><button>Play the story</button> with and without orchestration</form>
            <form method="post" action="/leader"><button>End the manager's leader</button> another one comes</form>
            <form method="post" action="/manager"><button>End the manager-service, or start it again</button></form>
            %s
            """.formatted(
                        services.console(),
                        fleet.workers().stream().map(Controls::ofWorker).collect(Collectors.joining()));
    }

    private static String ofWorker(EmbeddedCluster worker) {
        return """
            <h2>%1$s</h2>
            <form method="post" action="/partition/%1$s"><button>Cut off, or let back</button></form>
            <form method="post" action="/restart/%1$s"><button>Restart its worker-service</button></form>
            """.formatted(worker.name());
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
