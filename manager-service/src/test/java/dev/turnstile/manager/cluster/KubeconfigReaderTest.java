package dev.turnstile.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnstile.vocabulary.ActiveReason;
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
        refuses(
                GOOD.replace("certificate-authority-data: QQ==", "proxy-url: http://10.0.0.1:3128"),
                "proxy-url is not allowed for cluster c (line 4); set a proxy for the whole manager by its JVM's"
                        + " https.proxyHost");
        refuses(GOOD.replace("https://", "http://"), "only https is allowed for cluster c (line 5)");
        refuses(GOOD.replace("token: secret-token", "tokenFile: /run/token"), "tokenFile is not allowed (line 17)");
        refuses(
                GOOD.replace("token: secret-token", "exec: {command: get-token}"),
                "exec plugins are not allowed (line 17)");
        refuses(
                GOOD.replace("token: secret-token", "auth-provider: {name: gcp}"),
                "auth provider plugins are not allowed (line 17)");
    }

    /** The client understands YAML's words for true, and reads of two that are named alike the last. */
    @Test
    void noSpellingGetsPastIt() {
        for (String yes : new String[] {"True", "yes", "on", "!!bool 'true'", "[true]"}) {
            refuses(
                    GOOD.replace("certificate-authority-data: QQ==", "insecure-skip-tls-verify: " + yes),
                    "insecure TLS verification is not allowed for cluster c (line 4)");
        }
        assertThat(KubeconfigReader.read(
                        GOOD.replace("certificate-authority-data: QQ==", "insecure-skip-tls-verify: false")))
                .isInstanceOf(KubeconfigReading.Usable.class);
        String exec = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: get-token}}";
        unreadable(
                GOOD.replace("token: secret-token", "<<: " + exec),
                "line 17: merging mappings (<<) is not allowed; write the fields out");
        unreadable(GOOD + "users: [{name: u, user: " + exec + "}]\n", "line 18: key \"users\" already set in map");
        unreadable(
                GOOD.replace("server: https://127.0.0.1:6443", "server: https://good\n    server: http://bad"),
                "line 6: key \"server\" already set in map");
        unreadable(GOOD + "? [users]\n: 1\n", "line 18: a key that is no text is not allowed");
    }

    @Test
    void whatIsHugeOrGrowsIsRefusedBeforeItTakesMemory() {
        StringBuilder laughs = new StringBuilder("l0: &l0 [lol, lol]\n");
        for (int level = 1; level < 60; level++) {
            laughs.append("l%1$d: &l%1$d [*l%2$d, *l%2$d]\n".formatted(level, level - 1));
        }
        unreadable(GOOD + laughs, "Number of aliases for non-scalar nodes exceeds the specified max=50");
        unreadable(GOOD + "deep: " + "[".repeat(100_000), "Nesting Depth exceeded max 50");
        unreadable(
                GOOD + "long: " + "x".repeat(4_000_000),
                "The incoming YAML document exceeds the limit: 3145728 code points.");
        // Few enough aliases to be allowed, and still a tree of 2^20 leaves if each were followed.
        StringBuilder allowed = new StringBuilder("l0: &l0 [lol, lol]\n");
        for (int level = 1; level <= 20; level++) {
            allowed.append("l%1$d: &l%1$d [*l%2$d, *l%2$d]\n".formatted(level, level - 1));
        }
        assertThat(KubeconfigReader.read(GOOD + allowed)).isInstanceOf(KubeconfigReading.Usable.class);
    }

    private static void unreadable(String text, String problem) {
        refuses(text, "failed to parse kubeconfig(apiconfig): yaml: " + problem);
    }

    @Test
    void aUserThatNoContextNamesIsCheckedAsWell() {
        refuses(
                GOOD + "- name: other\n  user: {exec: {command: get-token}}\n",
                "exec plugins are not allowed (line 19)");
    }

    private static void refuses(String text, String words) {
        assertThat(KubeconfigReader.read(text))
                .isEqualTo(new KubeconfigReading.Refused(
                        ActiveReason.INSECURE_KUBE_CONFIG, "load client config failed: " + words));
    }

    @Test
    void rubbishIsToldAsPeopleKnowIt() {
        assertThat(KubeconfigReader.read("rubbish: ["))
                .isEqualTo(new KubeconfigReading.Refused(
                        ActiveReason.INSECURE_KUBE_CONFIG,
                        "load client config failed: failed to parse kubeconfig(apiconfig): yaml: line 1: did not find"
                                + " expected node content"));
    }

    @Test
    void aContextThatLeadsNowhereIsBad() {
        assertThat(KubeconfigReader.read(GOOD.replace("current-context: x", "current-context: y")))
                .isInstanceOfSatisfying(KubeconfigReading.Refused.class, refused -> {
                    assertThat(refused.reason().text()).isEqualTo("BadKubeConfig");
                    assertThat(refused.message()).contains("current-context \"y\"");
                });
    }
}
