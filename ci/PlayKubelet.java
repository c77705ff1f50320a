import dev.turnstile.embedded.client.Kubeconfig;
import dev.turnstile.embedded.control.kubelet.Kubelet;
import dev.turnstile.embedded.control.kubelet.NodeSpec;
import dev.turnstile.embedded.control.loop.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * {@code PlayKubelet KUBECONFIG…}: in each cluster a node and its kubelet, played through the API, where a control
 * plane runs without one. Ends with its process.
 */
final class PlayKubelet {
    private PlayKubelet() {}

    public static void main(String[] kubeconfigs) throws IOException, InterruptedException {
        for (String file : kubeconfigs) {
            Kubeconfig config = Kubeconfig.parse(Files.readString(Path.of(file)));
            new Kubelet(config, List.of(NodeSpec.named("played")), InstantSource.system(), () -> Pace.REAL).start();
        }
        System.out.println("playing " + kubeconfigs.length + " kubelets");
        Thread.currentThread().join();
    }
}
