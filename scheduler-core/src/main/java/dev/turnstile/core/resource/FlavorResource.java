package dev.turnstile.core.resource;

import java.util.Comparator;

/** One resource in one flavor: what quota is given for and what usage is counted under. */
public record FlavorResource(String flavor, String resource) implements Comparable<FlavorResource> {
    private static final Comparator<FlavorResource> ORDER =
            Comparator.comparing(FlavorResource::flavor).thenComparing(FlavorResource::resource);

    @Override
    public int compareTo(FlavorResource other) {
        return ORDER.compare(this, other);
    }
}
