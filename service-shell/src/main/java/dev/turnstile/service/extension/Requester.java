package dev.turnstile.service.extension;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A user as Kubernetes describes one. */
public record Requester(String name, String uid, List<String> groups, Map<String, List<String>> extra) {
    private static final String AUTHENTICATED = "system:authenticated";
    private static final String UNAUTHENTICATED = "system:unauthenticated";
    private static final String ANONYMOUS = "system:anonymous";
    private static final String UNRESTRICTED = "system:masters";

    public Requester {
        groups = List.copyOf(groups);
        extra = Map.copyOf(extra);
    }

    /** The same, in the group of all whom somebody vouches for, as every API server adds it. */
    Requester vouchedFor() {
        if (name.equals(ANONYMOUS) || groups.contains(AUTHENTICATED) || groups.contains(UNAUTHENTICATED)) {
            return this;
        }
        List<String> more = new ArrayList<>(groups);
        more.add(AUTHENTICATED);
        return new Requester(name, uid, more, extra);
    }

    /** Whether every API server lets it do everything, without a review. */
    boolean unrestricted() {
        return groups.contains(UNRESTRICTED);
    }
}
