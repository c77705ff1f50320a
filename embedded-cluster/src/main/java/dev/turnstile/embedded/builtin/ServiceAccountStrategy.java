package dev.turnstile.embedded.builtin;

import dev.turnstile.embedded.api.ResourceStrategy;

final class ServiceAccountStrategy implements ResourceStrategy {
    @Override
    public boolean returnsDeletedObject() {
        return true;
    }
}
