package dev.turnstile.cel;

/** Whether a text is an IP address or a network. */
public final class Networks {

    private Networks() {}

    public static boolean isIp(String text) {
        return IpAddress.isIp(text);
    }

    public static boolean isCidr(String text) {
        return IpNetwork.isCidr(text);
    }
}
