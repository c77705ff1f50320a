package dev.turnstile.cel;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** An IP address as Kubernetes accepts one: no zone, no IPv4 inside IPv6, no leading zeros. */
record IpAddress(InetAddress address) {

    private static final String OCTET = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
    private static final Pattern VERSION_4 = Pattern.compile("(?:" + OCTET + "\\.){3}" + OCTET);
    private static final Pattern VERSION_6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    static IpAddress parse(String text) {
        if (text.indexOf('%') >= 0) {
            throw new IllegalArgumentException("IP address \"" + text + "\" with zone value is not allowed");
        }
        if (VERSION_4.matcher(text).matches() || VERSION_6.matcher(text).matches()) {
            InetAddress address = literal(text);
            if (address instanceof Inet4Address && text.indexOf(':') >= 0) {
                throw new IllegalArgumentException("IPv4-mapped IPv6 address \"" + text + "\" is not allowed");
            }
            return new IpAddress(address);
        }
        throw notAnAddress(text);
    }

    static boolean isIp(String text) {
        try {
            parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static InetAddress literal(String text) {
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw notAnAddress(text);
        }
    }

    private static IllegalArgumentException notAnAddress(String text) {
        return new IllegalArgumentException("IP Address \"" + text
                + "\" parse error during conversion from string: ParseAddr(\"" + text + "\"): unable to parse IP");
    }

    static IpAddress ofBytes(byte[] bytes) {
        try {
            return new IpAddress(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("an IP address has 4 or 16 bytes, not " + bytes.length, e);
        }
    }

    boolean isVersion4() {
        return address instanceof Inet4Address;
    }

    boolean isLinkLocalMulticast() {
        byte[] bytes = address.getAddress();
        return isVersion4()
                ? (bytes[0] & 0xff) == 224 && bytes[1] == 0 && bytes[2] == 0
                : (bytes[0] & 0xff) == 0xff && (bytes[1] & 0x0f) == 2;
    }

    boolean isGlobalUnicast() {
        byte[] bytes = address.getAddress();
        boolean broadcast = isVersion4() && bytes[0] == -1 && bytes[1] == -1 && bytes[2] == -1 && bytes[3] == -1;
        return !broadcast
                && !address.isAnyLocalAddress()
                && !address.isLoopbackAddress()
                && !address.isMulticastAddress()
                && !address.isLinkLocalAddress();
    }

    /** The canonical text: IPv6 in lower case, its longest run of zeros as {@code ::}. */
    @Override
    public String toString() {
        return address instanceof Inet6Address version6 ? compressed(version6) : address.getHostAddress();
    }

    private static String compressed(Inet6Address address) {
        byte[] bytes = address.getAddress();
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < 16; i += 2) {
            groups.add(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)));
        }
        int start = -1;
        int length = 1;
        for (int i = 0; i < 8; i++) {
            int end = i;
            while (end < 8 && groups.get(end).equals("0")) {
                end++;
            }
            if (end - i > length) {
                start = i;
                length = end - i;
            }
        }
        return start < 0
                ? String.join(":", groups)
                : String.join(":", groups.subList(0, start)) + "::"
                        + String.join(":", groups.subList(start + length, 8));
    }
}
