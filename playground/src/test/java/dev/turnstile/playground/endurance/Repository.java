package dev.turnstile.playground.endurance;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where files of the repository are, for a program that is started in the folder of one of its modules. */
final class Repository {
    private Repository() {}

    /** @param path from the root of the repository */
    static Path file(String path) {
        Path root = Path.of("..").toAbsolutePath().normalize();
        if (!Files.exists(root.resolve("mvnw"))) {
            throw new IllegalStateException(
                    "start this in a module's folder: " + root + " is no root of the repository");
        }
        return root.resolve(path);
    }
}
