package dev.turnstile.manager.group;

import dev.turnstile.core.dispatch.Group;
import dev.turnstile.core.dispatch.Sightings;
import dev.turnstile.manager.job.Owner;
import dev.turnstile.model.kueue.Workload;
import dev.turnstile.service.informer.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * A group with what is needed to write what is decided about it.
 *
 * @param local the local Workload; null where it is gone
 * @param check the name of our check on it; empty where it has none
 * @param owner what the local Workload was made for
 * @param seen what was seen until now: kept by the one who decides, dropped by others
 */
public record GroupView(
        ObjectKey key, @Nullable Workload local, String check, Owner owner, Group group, Sightings seen) {}
