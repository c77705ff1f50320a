package dev.turnstile.embedded.contract;

import dev.turnstile.embedded.testing.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The custom kind of this suite, which uses most of what a CRD can state. */
final class Gadgets {
    private Gadgets() {}

    static void install(TestCluster cluster) {
        cluster.install(resource("gadgets.yaml"));
    }

    static String gadget(String name, String spec) {
        return "{apiVersion: contract.turnstile.dev/v1, kind: Gadget, metadata: {name: %s}, spec: {%s}}"
                .formatted(name, spec);
    }

    static String resource(String name) {
        try (var stream = Objects.requireNonNull(Gadgets.class.getResourceAsStream(name), name)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
