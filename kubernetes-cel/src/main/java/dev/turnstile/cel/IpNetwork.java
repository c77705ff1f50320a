package dev.turnstile.cel;

import java.util.Arrays;

/** An address with the length of its network's prefix. */
record IpNetwork(IpAddress ip, int prefixLength) {

    static IpNetwork parse(String text) {
        int slash = text.lastIndexOf('/');
        String length = text.substring(slash + 1);
        if (slash > 0 && length.matches("0|[1-9]\\d{0,2}")) {
            try {
                IpAddress ip = IpAddress.parse(text.substring(0, slash));
                int prefix = Integer.parseInt(length);
                if (prefix <= (ip.isVersion4() ? 32 : 128)) {
                    return new IpNetwork(ip, prefix);
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "network address parse error during conversion from string: " + e.getMessage(), e);
            }
        }
        throw new IllegalArgumentException(
                "network address parse error during conversion from string: netip.ParsePrefix(\"" + text
                        + "\"): no '/' or bad prefix length");
    }

    static boolean isCidr(String text) {
        try {
            parse(text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    boolean contains(IpAddress other) {
        return ip.isVersion4() == other.isVersion4()
                && Arrays.equals(prefix(ip, prefixLength), prefix(other, prefixLength));
    }

    boolean contains(IpNetwork other) {
        return prefixLength <= other.prefixLength && contains(other.ip);
    }

    IpNetwork masked() {
        return new IpNetwork(IpAddress.ofBytes(prefix(ip, prefixLength)), prefixLength);
    }

    private static byte[] prefix(IpAddress address, int length) {
        byte[] bytes = address.address().getAddress();
        for (int bit = length; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return bytes;
    }

    @Override
    public String toString() {
        return ip + "/" + prefixLength;
    }
}
