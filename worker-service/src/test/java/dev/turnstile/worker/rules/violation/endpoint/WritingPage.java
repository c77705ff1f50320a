package dev.turnstile.worker.rules.violation.endpoint;

import dev.turnstile.service.apply.ObjectWriter;

/** Changes what it shows. */
public record WritingPage(ObjectWriter writer) {}
