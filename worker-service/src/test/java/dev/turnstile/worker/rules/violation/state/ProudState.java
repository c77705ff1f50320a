package dev.turnstile.worker.rules.violation.state;

import dev.turnstile.worker.rules.violation.inbound.ImpatientReader;
import dev.turnstile.worker.rules.violation.write.DecidingWriter;
import java.util.List;

/** Writes by itself. */
public record ProudState(List<ImpatientReader> readers, DecidingWriter writer) {}
