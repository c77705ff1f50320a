/**
 * The pending workloads of a queue, as users are shown them: {@code visibility.kueue.x-k8s.io}. The order is the
 * scheduler's own ({@code core.queue}); everything is answered from memory, by leaders and followers alike.
 */
@NullMarked
package dev.turnstile.worker.visibility;

import org.jspecify.annotations.NullMarked;
