package dev.turnstile.embedded.api.local;

import dev.turnstile.embedded.api.crd.TypeRegistry;
import dev.turnstile.embedded.api.read.Reads;
import dev.turnstile.embedded.api.write.Deletes;
import dev.turnstile.embedded.api.write.Patches;
import dev.turnstile.embedded.api.write.SubresourceWrites;
import dev.turnstile.embedded.api.write.Writes;

/** The operations behind every request, whether it arrives over HTTP or from inside the process. */
public record Operations(
        TypeRegistry registry,
        Reads reads,
        Writes writes,
        Patches patches,
        Deletes deletes,
        SubresourceWrites subresources) {}
