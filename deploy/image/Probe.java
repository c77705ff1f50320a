import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * The image's health check, without a shell: asks a path of the management port and ends with 0 where the answer is
 * 200. A plain socket, because an HTTP client would load a thousand classes every half a minute.
 *
 * <p>{@code Probe [PATH [PORT]]}; {@code /healthz} and 8081 where nothing is said.
 */
final class Probe {
    private static final int PATIENCE_MILLIS = 3_000;

    private Probe() {}

    public static void main(String[] arguments) throws IOException {
        String path = arguments.length > 0 ? arguments[0] : "/healthz";
        int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8081;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write(("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(4_096), StandardCharsets.UTF_8);
            System.out.println(answer.lines().findFirst().orElse("no answer"));
            System.exit(answer.matches("(?s)HTTP/1\\.[01] 200.*") ? 0 : 1);
        }
    }
}
