/**
 * What Kubernetes' own end-to-end specs leave out and we rely on, as tests that an embedded cluster passes in every
 * build and a real kube-apiserver in CI, unchanged.
 */
@NullMarked
package dev.turnstile.embedded.contract;

import org.jspecify.annotations.NullMarked;
