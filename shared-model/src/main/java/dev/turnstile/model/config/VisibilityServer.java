package dev.turnstile.model.config;

import org.springframework.boot.context.properties.bind.DefaultValue;

/** The server of pending workloads, {@code visibility.kueue.x-k8s.io}, behind the API server. */
public record VisibilityServer(
        @DefaultValue("")
        @Setting(value = "Address that it binds to; empty for all.", form = TextForm.HOST, otherwise = "all addresses")
        String bindAddress,

        @DefaultValue("8082") @Setting(value = "Port that it binds to; 0 takes a free one.", min = 0, max = 65535)
        int bindPort) {}
