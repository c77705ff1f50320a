/**
 * Which objects go because their owner went. {@link dev.turnstile.embedded.control.collect.OwnerGraph} decides it from
 * the owner references of all objects; {@link dev.turnstile.embedded.control.collect.GarbageCollector} watches every
 * kind and deletes.
 */
@NullMarked
package dev.turnstile.embedded.control.collect;

import org.jspecify.annotations.NullMarked;
