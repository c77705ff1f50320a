package dev.turnstile.service.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {

    @TempDir
    private Path folder;

    private Path account;
    private Path home;
    private Path named;
    private Path ofVariable;

    @BeforeEach
    void places() throws IOException {
        account = Files.createDirectories(folder.resolve("account"));
        home = folder.resolve("home");
        Files.createDirectories(home.resolve(".kube"));
        named = Files.writeString(folder.resolve("named"), "{}");
        ofVariable = Files.writeString(folder.resolve("variable"), "{}");
    }

    @Test
    void theNamedKubeconfigComesFirst() throws IOException {
        inAPod();

        assertThat(Credentials.find(Optional.of(named.toString()), places(inCluster())))
                .isEqualTo(new Credentials.Kubeconfig(named));
    }

    @Test
    void aNamedKubeconfigThatIsNotThereIsAnErrorAndNothingElseIsTried() throws IOException {
        inAPod();

        assertThatThrownBy(() -> Credentials.find(Optional.of(folder + "/none"), places(inCluster())))
                .isInstanceOf(NoClusterException.class)
                .hasMessage("--kubeconfig=" + folder + "/none: there is no such file, or it cannot be read");
    }

    @Test
    void thePodsAccountComesBeforeTheVariable() throws IOException {
        inAPod();

        assertThat(Credentials.find(Optional.empty(), places(inCluster()))).isEqualTo(new Credentials.ServiceAccount());
    }

    @Test
    void theVariableComesBeforeTheHomeFolder() throws IOException {
        Files.writeString(home.resolve(".kube/config"), "{}");

        assertThat(Credentials.find(Optional.empty(), places(Map.of("KUBECONFIG", ofVariable.toString()))))
                .isEqualTo(new Credentials.Kubeconfig(ofVariable));
    }

    @Test
    void ofSeveralFilesInTheVariableTheFirstThatIsThereCounts() {
        var list = String.join(File.pathSeparator, folder + "/none", ofVariable.toString(), named.toString());

        assertThat(Credentials.find(Optional.empty(), places(Map.of("KUBECONFIG", list))))
                .isEqualTo(new Credentials.Kubeconfig(ofVariable));
    }

    @Test
    void theHomeFolderComesLast() throws IOException {
        var usual = Files.writeString(home.resolve(".kube/config"), "{}");

        assertThat(Credentials.find(Optional.empty(), places(Map.of()))).isEqualTo(new Credentials.Kubeconfig(usual));
    }

    @Test
    void withNoneEveryPlaceThatWasSearchedIsNamed() {
        assertThatThrownBy(() -> Credentials.find(Optional.empty(), places(Map.of("KUBECONFIG", folder + "/none"))))
                .isInstanceOf(NoClusterException.class)
                .hasMessage("""
                    No Kubernetes cluster is known. Looked at, in this order:
                      --kubeconfig=PATH: not given
                      the account of a pod: there is no %s/token
                      $KUBECONFIG=%s/none: no such file
                      %s/.kube/config: no such file\
                    """.formatted(account, folder, home));
    }

    private void inAPod() throws IOException {
        Files.writeString(account.resolve("token"), "token");
    }

    private Map<String, String> inCluster() {
        return Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBECONFIG", ofVariable.toString());
    }

    private Credentials.Places places(Map<String, String> variables) {
        return new Credentials.Places(variables, home, account);
    }
}
