package dev.turnstile.playground.endurance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of a process. */
final class ProcessMemory {
    private ProcessMemory() {}

    /** The most that it ever held. */
    static double peakMegabytes(Process process) {
        return status(process, "VmHWM") / 1024;
    }

    /** What it holds now. */
    static double megabytes(Process process) {
        return status(process, "VmRSS") / 1024;
    }

    static int threads(Process process) {
        return (int) status(process, "Threads");
    }

    private static double status(Process process, String field) {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith(field + ":")) {
                    return Double.parseDouble(line.replaceAll("[^0-9]", ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(status + " cannot be read: the process has ended", e);
        }
        // The kernel shows no memory of a process that has ended and was not waited for yet.
        throw new UncheckedIOException(new IOException(status + " has no " + field + ": the process has ended"));
    }
}
