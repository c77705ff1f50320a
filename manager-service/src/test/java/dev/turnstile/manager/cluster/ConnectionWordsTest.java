package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.time.Instant;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

/** A failed handshake is the certificate's fault only where that was looked at. */
class ConnectionWordsTest {
    private static final String SERVER = "https://127.0.0.1:6443";
    private static final Instant NEXT = Instant.parse("2026-11-01T12:00:00Z");

    private static String words(IOException cause) {
        String all = ConnectionWords.failed(SERVER, new UncheckedIOException("GET /api got no answer", cause), 3, NEXT);
        assertThat(all)
                .startsWith("failed to get server groups: Get \"" + SERVER + "/api\": ")
                .endsWith("; connection attempts: 3, next connection attempt: 2026-11-01T12:00:00Z");
        return all.substring(all.indexOf("/api\": ") + 7, all.indexOf("; connection attempts"));
    }

    /** What the client reports of a server that does that when a handshake begins. */
    private static IOException reported(String answer) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread serving = Thread.startVirtualThread(() -> answer(server, answer));
            OkHttpClient client = new OkHttpClient.Builder()
                    .retryOnConnectionFailure(false)
                    .callTimeout(Duration.ofSeconds(20))
                    .build();
            Request request = new Request.Builder()
                    .url("https://127.0.0.1:" + server.getLocalPort() + "/api")
                    .build();
            IOException failure = catchThrowableOfType(
                    IOException.class, () -> client.newCall(request).execute().close());
            serving.interrupt();
            return failure;
        }
    }

    private static void answer(ServerSocket server, String answer) {
        try (var socket = server.accept()) {
            assertThat(socket.getInputStream().read()).isPositive();
            if (answer.isEmpty()) {
                // Without what was sent being read, this is a reset; read, it is an end.
                var _ = socket.getInputStream().read(new byte[16_384]);
            } else {
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aConnectionThatIsCutInTheHandshakeSaysSo() throws IOException {
        assertThat(words(reported("")))
                .isEqualTo("the connection was cut during the TLS handshake: Remote host terminated the handshake");
    }

    @Test
    void aConnectionThatIsResetInTheHandshakeSaysSo() {
        SSLHandshakeException reset = new SSLHandshakeException("Connection reset");
        reset.initCause(new SocketException("Connection reset"));
        assertThat(words(reset)).isEqualTo("the connection was cut during the TLS handshake: Connection reset");
    }

    @Test
    void aServerThatDoesNotSpeakTlsIsNotBlamedForItsCertificate() throws IOException {
        assertThat(words(reported("HTTP/1.1 400 Bad Request\r\n\r\n")))
                .startsWith("tls: ")
                .doesNotContain("certificate");
    }

    @Test
    void aCertificateThatNobodyVouchesForIsNamed() {
        SSLHandshakeException untrusted = new SSLHandshakeException("PKIX path building failed");
        untrusted.initCause(new CertificateException("PKIX path building failed"));
        assertThat(words(untrusted)).isEqualTo("tls: failed to verify certificate: PKIX path building failed");
    }

    @Test
    void aCertificateOfAnotherHostIsNamed() {
        assertThat(words(new SSLPeerUnverifiedException("Hostname 127.0.0.1 not verified")))
                .isEqualTo("tls: failed to verify certificate: Hostname 127.0.0.1 not verified");
    }
}
