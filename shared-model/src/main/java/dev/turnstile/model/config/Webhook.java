package dev.turnstile.model.config;

import org.springframework.boot.context.properties.bind.DefaultValue;

/** The server that the API server asks about new objects. */
public record Webhook(
        @DefaultValue("9443") @Setting(value = "Port of the webhook server; 0 takes a free one.", min = 0, max = 65535)
        int port,

        @DefaultValue("")
        @Setting(value = "Address that it binds to; empty for all.", form = TextForm.HOST, otherwise = "all addresses")
        String host,

        @DefaultValue("/tmp/k8s-webhook-server/serving-certs")
        @Setting("Folder of `tls.crt` and `tls.key`, used where `internalCertManagement.enable` is false.")
        String certDir) {}
