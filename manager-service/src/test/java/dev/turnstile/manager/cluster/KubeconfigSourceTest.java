package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.vocabulary.ActiveReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A MultiKueueCluster may name any file of the manager's. */
class KubeconfigSourceTest {
    @TempDir
    private Path folder;

    private static void refuses(Path file, String words) {
        assertThat(KubeconfigSource.ofFile(file.toString()))
                .isEqualTo(new KubeconfigReading.Refused(
                        ActiveReason.BAD_KUBE_CONFIG, "load client config failed: " + words));
    }

    @Test
    void whatIsNoFileOfAReasonableSizeIsSaid() throws IOException {
        Path large = Files.write(folder.resolve("large"), new byte[(1 << 20) + 1]);

        refuses(folder.resolve("none"), "open " + folder.resolve("none") + ": no such file or directory");
        refuses(folder, "open " + folder + ": not a regular file");
        refuses(large, large + " is larger than 1048576 bytes");
    }

    @Test
    @Timeout(20)
    @EnabledOnOs(OS.LINUX)
    void whatHasNoEndIsNotRead() {
        refuses(Path.of("/dev/zero"), "open /dev/zero: not a regular file");
    }

    @Test
    void nothingOfAFileThatIsNoKubeconfigIsLogged() throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), "eyJ.a-token-of-somebody");

        assertThat(KubeconfigSource.ofFile(secret.toString()).toString())
                .contains("a kubeconfig is a mapping")
                .doesNotContain("somebody");
    }
}
