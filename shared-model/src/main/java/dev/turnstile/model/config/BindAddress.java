package dev.turnstile.model.config;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where a server listens, as Go programs write it.
 *
 * @param host empty for every address of the machine
 * @param port 0 for any free one
 * @param off whether there is to be no such server
 */
public record BindAddress(String host, int port, boolean off) {

    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?<host>[-_.A-Za-z0-9]*|\\[[:%.0-9A-Fa-f]+])" + ":(?<port>[0-9]{1,5})");

    /** Reads {@code HOST:PORT}, {@code :PORT}, {@code [IPv6]:PORT}, or {@code 0} for none. */
    public static Optional<BindAddress> parse(String text) {
        if (text.equals("0") || text.isEmpty()) {
            return Optional.of(new BindAddress("", 0, true));
        }
        var matcher = HOST_AND_PORT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var port = Integer.parseInt(matcher.group("port"));
        var host = matcher.group("host").replaceAll("[\\[\\]]", "");
        return port > 65535 ? Optional.empty() : Optional.of(new BindAddress(host, port, false));
    }
}
