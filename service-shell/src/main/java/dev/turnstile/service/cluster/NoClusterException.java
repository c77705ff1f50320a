package dev.turnstile.service.cluster;

import java.util.List;

/** The service does not know its cluster. */
public final class NoClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Nothing was found; these places were looked at. */
    NoClusterException(List<String> lookedAt) {
        super("No Kubernetes cluster is known. Looked at, in this order:\n  " + String.join("\n  ", lookedAt));
    }

    /** What was found cannot be used. */
    NoClusterException(String reason) {
        super(reason);
    }
}
