package dev.turnstile.model.config;

import org.springframework.boot.context.properties.bind.DefaultValue;

/** Whether the service makes the certificate of its webhook server itself. */
public record InternalCertManagement(
        @DefaultValue("true") @Setting("Whether the service makes and renews the certificate of its webhook server.")
        boolean enable,

        @DefaultValue("kueue-webhook-service")
        @Setting(value = "Service in front of the webhook server; the certificate names it.", form = TextForm.DNS_LABEL)
        String webhookServiceName,

        @DefaultValue("kueue-webhook-server-cert")
        @Setting(value = "Secret that keeps the certificate and its authority.", form = TextForm.DNS_SUBDOMAIN)
        String webhookSecretName) {}
