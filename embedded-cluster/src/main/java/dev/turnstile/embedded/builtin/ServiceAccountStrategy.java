package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;

/** Service accounts have no rules of their own. */
final class ServiceAccountStrategy implements ResourceStrategy {
    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
