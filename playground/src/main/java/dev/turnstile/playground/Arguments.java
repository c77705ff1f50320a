package dev.turnstile.playground;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param bareClusters start this many empty clusters and no service; 0 starts the whole fleet
 * @param firstPort the first of the ports that are taken in a row; 0 takes free ones
 * @param speed how many times as fast as the wall clock containers run
 * @param story whether the story is played at the start
 * @param kubeconfig the file that will reach all clusters
 */
record Arguments(int bareClusters, int firstPort, double speed, boolean story, Path kubeconfig) {
    static final String USAGE = """
        usage: playground [--bare=N] [--ports=FIRST] [--speed=N] [--story=yes|no] [--kubeconfig=FILE]
          --bare=N           N empty Kubernetes clusters (1 to 20), without Turnstile's services
          --ports=FIRST      the first port to use; the others follow it. 0 takes free ones. Default 16440
          --speed=N          containers run N times as fast as the clock; a button changes it later. Default 1
          --story=yes|no     whether the story is played at the start; a button plays it at any time. Default yes
          --kubeconfig=FILE  where to write the kubeconfig. Default target/playground/kubeconfig\
        """;

    private static final int FIRST_PORT = 16_440;
    private static final int MOST_CLUSTERS = 20;

    /** An argument that cannot be followed; the message names it and says what is allowed. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    static Arguments parse(List<String> arguments) throws UsageException {
        int bare = 0;
        int ports = FIRST_PORT;
        double speed = 1;
        boolean story = true;
        Path kubeconfig = Path.of("target", "playground", "kubeconfig");
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            String value = parts.length == 2 ? parts[1] : "";
            switch (parts[0]) {
                case "--bare" -> bare = number(argument, value, 1, MOST_CLUSTERS);
                case "--ports" -> ports = number(argument, value, 0, 65_000);
                case "--speed" -> speed = positive(argument, value);
                case "--story" -> story = yes(argument, value);
                case "--kubeconfig" -> kubeconfig = file(argument, value);
                default -> throw new UsageException(argument + " is not known");
            }
        }
        return new Arguments(bare, ports, speed, story, kubeconfig.toAbsolutePath());
    }

    private static int number(String argument, String value, int least, int most) throws UsageException {
        return parsed(value)
                .filter(number -> number >= least && number <= most)
                .orElseThrow(
                        () -> new UsageException(argument + ": give a whole number from " + least + " to " + most));
    }

    private static Optional<Integer> parsed(String value) {
        return value.matches("\\d{1,6}") ? Optional.of(Integer.valueOf(value)) : Optional.empty();
    }

    static double positive(String argument, String value) throws UsageException {
        if (!value.matches("\\d{1,6}(\\.\\d{1,3})?") || Double.parseDouble(value) == 0) {
            throw new UsageException(argument + ": give a positive number, for example 10");
        }
        return Double.parseDouble(value);
    }

    /** 10, 2.5: as somebody would have written it. */
    static String words(double speed) {
        return BigDecimal.valueOf(speed).stripTrailingZeros().toPlainString();
    }

    private static boolean yes(String argument, String value) throws UsageException {
        if (!value.equals("yes") && !value.equals("no")) {
            throw new UsageException(argument + ": give yes or no");
        }
        return value.equals("yes");
    }

    private static Path file(String argument, String value) throws UsageException {
        if (value.isBlank()) {
            throw new UsageException(argument + ": give the name of a file");
        }
        return Path.of(value);
    }

    boolean bare() {
        return bareClusters > 0;
    }

    /** What the playground leaves behind, and the only place where it writes. */
    Path folder() {
        return Objects.requireNonNull(kubeconfig.getParent(), "an absolute file has a folder");
    }

    /** The port of the given offset, or 0 where any free one will do. */
    int port(int offset) {
        return firstPort == 0 ? 0 : firstPort + offset;
    }
}
