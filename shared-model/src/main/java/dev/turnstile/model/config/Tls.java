package dev.turnstile.model.config;

import java.util.List;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** How servers of ours encrypt. */
public record Tls(
        @DefaultValue("VersionTLS12") @Setting("Oldest version of TLS that the webhook server speaks.")
        Version minVersion,

        @DefaultValue
        @Setting(
                value = "Cipher suites for TLS 1.2; those of 1.3 cannot be chosen.",
                form = TextForm.CIPHER_SUITE,
                otherwise = "Java's")
        List<String> cipherSuites) {

    /** A version, by the name that Go gives it. */
    public enum Version implements Choice {
        VERSION_TLS12("VersionTLS12"),
        VERSION_TLS13("VersionTLS13");

        private final String text;

        Version(String text) {
            this.text = text;
        }

        @Override
        public String text() {
            return text;
        }
    }
}
