package dev.turnstile.playground;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the process takes of the machine's memory, as the operating system counts it. */
final class Memory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private Memory() {}

    /** For a sentence; nothing where the operating system does not say it that way. */
    static String words() {
        return megabytes().map(", with %d MB of memory"::formatted).orElse("");
    }

    private static Optional<Long> megabytes() {
        try {
            Matcher resident = RESIDENT.matcher(Files.readString(STATUS));
            return resident.find() ? Optional.of(Long.parseLong(resident.group(1)) / 1024) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
