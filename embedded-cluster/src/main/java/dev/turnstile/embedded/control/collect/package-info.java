/**
 * Which objects are deleted because their owners are gone. {@link dev.turnstile.embedded.control.collect.OwnerGraph}
 * decides it from the owner references of all objects; {@link dev.turnstile.embedded.control.collect.GarbageCollector}
 * watches every kind and applies the decision.
 */
@NullMarked
package dev.turnstile.embedded.control.collect;

import org.jspecify.annotations.NullMarked;
