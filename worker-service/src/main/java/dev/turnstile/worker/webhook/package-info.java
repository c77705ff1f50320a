/**
 * What worker-service answers when the API server asks about an object before it is stored.
 *
 * <p>{@link dev.turnstile.worker.webhook.Decision}s decide, each from one request and from
 * {@link dev.turnstile.worker.webhook.ClusterFacts}: a patch, a refusal, or nothing. They are pure; the API server
 * applies what they say. Around them a thin shell: {@link dev.turnstile.worker.webhook.WebhookServer} speaks HTTPS, and
 * {@link dev.turnstile.worker.webhook.Webhooks} keeps certificate and webhook configurations as they should be. What
 * CEL can say is said by the CRDs and policies of the module {@code deploy} instead.
 */
@NullMarked
package dev.turnstile.worker.webhook;

import org.jspecify.annotations.NullMarked;
