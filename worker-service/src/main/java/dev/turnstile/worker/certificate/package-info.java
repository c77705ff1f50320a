/**
 * The certificate of the webhook server: when it is renewed, and how.
 *
 * <p>{@link dev.turnstile.worker.certificate.CertificatePlan} decides, from what is stored, the names that are needed
 * and the time; {@link dev.turnstile.worker.certificate.CertificateMaker} makes; {@code webhook.Webhooks} stores what
 * was made and shows it to the API server.
 */
@NullMarked
package dev.turnstile.worker.certificate;

import org.jspecify.annotations.NullMarked;
