package dev.turnstile.cel;

import static dev.turnstile.cel.CelArguments.STRING;

import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.turnstile.cel.CelFunction.Argument;
import java.util.List;
import java.util.stream.Stream;

/** IP addresses and networks in expressions. */
final class NetworkFunctions {

    private static final OpaqueType IP_TYPE = OpaqueType.create("net.IP");
    private static final OpaqueType CIDR_TYPE = OpaqueType.create("net.CIDR");
    private static final Argument<IpAddress> IP = new Argument<>(IP_TYPE, IpAddress.class);
    private static final Argument<IpNetwork> CIDR = new Argument<>(CIDR_TYPE, IpNetwork.class);

    private NetworkFunctions() {}

    static List<CelFunction> all() {
        return Stream.concat(addresses().stream(), networks().stream()).toList();
    }

    private static List<CelFunction> addresses() {
        return List.of(
                CelFunction.global("ip", "string_to_ip", IP_TYPE, STRING, IpAddress::parse),
                CelFunction.global("isIP", "is_ip", SimpleType.BOOL, STRING, IpAddress::isIp),
                CelFunction.global(
                        "ip.isCanonical",
                        "ip_is_canonical",
                        SimpleType.BOOL,
                        STRING,
                        text -> IpAddress.parse(text).toString().equals(text)),
                CelFunction.global("string", "ip_to_string", SimpleType.STRING, IP, IpAddress::toString),
                CelFunction.member("family", "ip_family", SimpleType.INT, IP, ip -> ip.isVersion4() ? 4L : 6L),
                CelFunction.member(
                        "isUnspecified",
                        "ip_is_unspecified",
                        SimpleType.BOOL,
                        IP,
                        ip -> ip.address().isAnyLocalAddress()),
                CelFunction.member(
                        "isLoopback",
                        "ip_is_loopback",
                        SimpleType.BOOL,
                        IP,
                        ip -> ip.address().isLoopbackAddress()),
                CelFunction.member(
                        "isLinkLocalMulticast",
                        "ip_is_link_local_multicast",
                        SimpleType.BOOL,
                        IP,
                        IpAddress::isLinkLocalMulticast),
                CelFunction.member(
                        "isLinkLocalUnicast",
                        "ip_is_link_local_unicast",
                        SimpleType.BOOL,
                        IP,
                        ip -> ip.address().isLinkLocalAddress()),
                CelFunction.member(
                        "isGlobalUnicast", "ip_is_global_unicast", SimpleType.BOOL, IP, IpAddress::isGlobalUnicast));
    }

    private static List<CelFunction> networks() {
        return List.of(
                CelFunction.global("cidr", "string_to_cidr", CIDR_TYPE, STRING, IpNetwork::parse),
                CelFunction.global("isCIDR", "is_cidr", SimpleType.BOOL, STRING, IpNetwork::isCidr),
                CelFunction.global("string", "cidr_to_string", SimpleType.STRING, CIDR, IpNetwork::toString),
                CelFunction.member(
                        "containsIP",
                        "cidr_contains_ip_string",
                        SimpleType.BOOL,
                        CIDR,
                        STRING,
                        (network, ip) -> network.contains(IpAddress.parse(ip))),
                CelFunction.member("containsIP", "cidr_contains_ip_ip", SimpleType.BOOL, CIDR, IP, IpNetwork::contains),
                CelFunction.member(
                        "containsCIDR",
                        "cidr_contains_cidr_string",
                        SimpleType.BOOL,
                        CIDR,
                        STRING,
                        (network, other) -> network.contains(IpNetwork.parse(other))),
                CelFunction.member(
                        "containsCIDR",
                        "cidr_contains_cidr",
                        SimpleType.BOOL,
                        CIDR,
                        CIDR,
                        (network, other) -> network.contains(other)),
                CelFunction.member("ip", "cidr_ip", IP_TYPE, CIDR, IpNetwork::ip),
                CelFunction.member("prefixLength", "cidr_prefix_length", SimpleType.INT, CIDR, network ->
                        (long) network.prefixLength()),
                CelFunction.member("masked", "cidr_masked", CIDR_TYPE, CIDR, IpNetwork::masked));
    }
}
