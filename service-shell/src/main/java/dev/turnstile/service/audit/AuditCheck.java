package dev.turnstile.service.audit;

import java.time.Instant;
import java.util.List;
import java.util.Set;

/** One comparison of what a service keeps in memory with what it was made of. */
public interface AuditCheck {
    /** The kinds of its findings. */
    Set<String> kinds();

    /**
     * What differs now. Whatever belongs to another thread is read in slices, none of which holds that thread up
     * noticeably.
     */
    List<Finding> findings(Instant now) throws InterruptedException;

    /** Has the subject of a finding read again, and what is kept of it rebuilt. */
    void repair(Finding finding) throws InterruptedException;
}
