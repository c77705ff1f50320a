package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KubeconfigReaderTest {
    private static final String GOOD = """
        apiVersion: v1
        clusters:
        - cluster:
            certificate-authority-data: QQ==
            server: https://127.0.0.1:6443
          name: c
        contexts:
        - context:
            cluster: c
            user: u
          name: x
        current-context: x
        kind: Config
        users:
        - name: u
          user:
            token: secret-token
        """;

    @Test
    void aTokenAndACertificateAuthorityInTheTextAreAllThatIsNeeded() {
        assertThat(KubeconfigReader.read(GOOD)).isEqualTo(new KubeconfigReading.Usable(GOOD, "https://127.0.0.1:6443"));
        assertThat(KubeconfigReader.read(GOOD).toString()).doesNotContain("secret-token");
    }

    @Test
    void whatWouldRunOrReadOrSkipIsNamedWithItsLine() {
        refuses(
                GOOD.replace("certificate-authority-data: QQ==", "insecure-skip-tls-verify: true"),
                "insecure TLS verification is not allowed for cluster c (line 4)");
        refuses(
                GOOD.replace("certificate-authority-data: QQ==", "certificate-authority: /etc/ca.crt"),
                "a certificate authority in a file is not allowed for cluster c (line 4)");
        refuses(GOOD.replace("https://", "http://"), "only https is allowed for cluster c (line 5)");
        refuses(GOOD.replace("token: secret-token", "tokenFile: /run/token"), "tokenFile is not allowed (line 17)");
        refuses(
                GOOD.replace("token: secret-token", "exec: {command: get-token}"),
                "exec plugins are not allowed (line 17)");
        refuses(
                GOOD.replace("token: secret-token", "auth-provider: {name: gcp}"),
                "auth provider plugins are not allowed (line 17)");
    }

    @Test
    void aUserThatNoContextNamesIsLookedAtAsWell() {
        refuses(
                GOOD + "- name: other\n  user: {exec: {command: get-token}}\n",
                "exec plugins are not allowed (line 19)");
    }

    private static void refuses(String text, String words) {
        assertThat(KubeconfigReader.read(text))
                .isEqualTo(new KubeconfigReading.Refused("InsecureKubeConfig", "load client config failed: " + words));
    }

    @Test
    void rubbishIsToldAsPeopleKnowIt() {
        assertThat(KubeconfigReader.read("rubbish: ["))
                .isEqualTo(new KubeconfigReading.Refused(
                        "InsecureKubeConfig",
                        "load client config failed: failed to parse kubeconfig(apiconfig): yaml: line 1: did not find"
                                + " expected node content"));
    }

    @Test
    void aContextThatLeadsNowhereIsBad() {
        assertThat(KubeconfigReader.read(GOOD.replace("current-context: x", "current-context: y")))
                .isInstanceOfSatisfying(KubeconfigReading.Refused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo("BadKubeConfig");
                    assertThat(refused.message()).contains("current-context \"y\"");
                });
    }
}
