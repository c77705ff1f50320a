package dev.turnstile.service.apply;

import dev.turnstile.service.informer.Unreadable;

/** The object that an event is about. */
public record EventTarget(String apiVersion, String kind, String namespace, String name, String uid) {
    /** An object that cannot be read. */
    public static EventTarget of(Unreadable object) {
        return new EventTarget(
                object.resource().apiVersion(),
                object.resource().kind(),
                object.key().namespace(),
                object.key().name(),
                object.uid());
    }
}
