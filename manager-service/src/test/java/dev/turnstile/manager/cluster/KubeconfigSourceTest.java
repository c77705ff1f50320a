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

    private void refuses(Path file, String words) {
        assertThat(KubeconfigSource.ofFile(file.toString(), folder))
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
        assertThat(KubeconfigSource.ofFile("/dev/zero", Path.of("/dev")))
                .isEqualTo(new KubeconfigReading.Refused(
                        ActiveReason.BAD_KUBE_CONFIG, "load client config failed: open /dev/zero: not a regular file"));
    }

    @Test
    void nothingOfAFileThatIsNoKubeconfigIsLogged() throws IOException {
        Path secret = Files.writeString(folder.resolve("token"), "eyJ.a-token-of-somebody");

        assertThat(KubeconfigSource.ofFile(secret.toString(), folder).toString())
                .contains("a kubeconfig is a mapping")
                .doesNotContain("somebody");
    }

    @Test
    void filesElsewhereAreNotReadHoweverTheyAreNamed() throws IOException {
        Path kubeconfigs = Files.createDirectories(folder.resolve("kubeconfigs"));
        Path token = Files.writeString(folder.resolve("token"), "eyJ.a-token-of-somebody");
        Path link = Files.createSymbolicLink(kubeconfigs.resolve("link"), token);
        Path mounted = Files.createDirectories(kubeconfigs.resolve("..2026"));
        Files.writeString(mounted.resolve("worker1"), "rubbish: [");
        Path likeASecret = Files.createSymbolicLink(kubeconfigs.resolve("worker1"), Path.of("..2026/worker1"));

        for (String outside : new String[] {
            token.toString(), kubeconfigs + "/../token", link.toString(), folder + "/missing", kubeconfigs + "-2/x"
        }) {
            assertThat(KubeconfigSource.ofFile(outside, kubeconfigs))
                    .as(outside)
                    .isEqualTo(new KubeconfigReading.Refused(
                            ActiveReason.BAD_KUBE_CONFIG,
                            "load client config failed: open " + outside + ": only files below " + kubeconfigs
                                    + " are read; move it there, or set multiKueue.kubeconfigFolder"));
        }
        assertThat(KubeconfigSource.ofFile(likeASecret.toString(), kubeconfigs).toString())
                .contains("failed to parse kubeconfig");
    }
}
