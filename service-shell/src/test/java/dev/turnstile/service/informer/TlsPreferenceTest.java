package dev.turnstile.service.informer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kubernetes.client.openapi.ApiClient;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TlsPreferenceTest {
    private static final int TLS_CHACHA20_POLY1305_SHA256 = 0x1303;

    /** A server takes the first that it has: with AES, the quick compiler alone needs four times as long. */
    @Test
    void chaChaIsOfferedFirst() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Integer> offered = CompletableFuture.supplyAsync(() -> firstSuite(server));
            ApiClient client = new ApiClient().setBasePath("https://127.0.0.1:" + server.getLocalPort());

            assertThatThrownBy(() -> new HttpApiConnection(client).get("/api/v1/pods", Map.of()))
                    .isInstanceOf(UncheckedIOException.class);

            assertThat(offered.join()).isEqualTo(TLS_CHACHA20_POLY1305_SHA256);
        }
    }

    /** Of the client's first message; then nobody is there any more. */
    private static int firstSuite(ServerSocket server) {
        try (Socket socket = server.accept();
                DataInputStream in = new DataInputStream(socket.getInputStream())) {
            int recordHeader = 5;
            int messageHeader = 4;
            int versionAndRandom = 34;
            in.skipNBytes(recordHeader + messageHeader + versionAndRandom);
            in.skipNBytes(in.readUnsignedByte());
            int lengthOfSuites = 2;
            in.skipNBytes(lengthOfSuites);
            int first = in.readUnsignedShort();
            server.close();
            return first;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
