package dev.plumbline.sandbox.internal;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * The kind of network that an IP address belongs to, by the special-purpose registries of IANA (RFC 6890 and
 * successors) and the documentation of clouds with a metadata address. An IPv4 address embedded in an IPv6 address is
 * classified as IPv4 if it is translated, and refused if it is tunnelled.
 */
enum AddressKind {
    /** A public address. */
    PUBLIC,
    /** A loopback or private address. */
    LOCAL,
    /** A link-local address, or the metadata address of a cloud, which serves credentials. */
    KEYS,
    /** An address that is multicast, reserved or tunnelled. */
    RESERVED;

    private static final List<Range> SPECIAL = List.of(
            Range.of("169.254.0.0", 16, KEYS),
            Range.of("100.100.100.200", 32, KEYS), // Alibaba Cloud
            Range.of("168.63.129.16", 32, KEYS), // Azure
            Range.of("192.0.0.192", 32, KEYS), // Oracle Cloud
            Range.of("fd00:ec2::254", 128, KEYS), // AWS
            Range.of("fd20:ce::254", 128, KEYS), // Google Cloud
            Range.of("fe80::", 10, KEYS),
            Range.of("10.0.0.0", 8, LOCAL),
            Range.of("100.64.0.0", 10, LOCAL),
            Range.of("127.0.0.0", 8, LOCAL),
            Range.of("172.16.0.0", 12, LOCAL),
            Range.of("192.168.0.0", 16, LOCAL),
            Range.of("::1", 128, LOCAL),
            Range.of("fc00::", 7, LOCAL),
            Range.of("0.0.0.0", 8, RESERVED),
            Range.of("192.0.0.0", 24, RESERVED),
            Range.of("192.0.2.0", 24, RESERVED),
            Range.of("192.88.99.0", 24, RESERVED),
            Range.of("198.18.0.0", 15, RESERVED),
            Range.of("198.51.100.0", 24, RESERVED),
            Range.of("203.0.113.0", 24, RESERVED),
            Range.of("224.0.0.0", 3, RESERVED),
            Range.of("2001::", 23, RESERVED),
            Range.of("2001:db8::", 32, RESERVED),
            Range.of("2002::", 16, RESERVED),
            Range.of("3fff::", 20, RESERVED));

    private static final Range TRANSLATED = Range.of("64:ff9b::", 96, PUBLIC);
    private static final Range UNICAST = Range.of("2000::", 3, PUBLIC);
    private static final int V4_BYTES = 4;

    static AddressKind of(InetAddress address) {
        return of(address.getAddress());
    }

    static AddressKind of(byte[] address) {
        if (address.length != V4_BYTES && (TRANSLATED.holds(address) || isMapped(address))) {
            return of(Arrays.copyOfRange(address, address.length - V4_BYTES, address.length));
        }
        return SPECIAL.stream()
                .filter(range -> range.holds(address))
                .map(Range::kind)
                .findFirst()
                .orElse(address.length == V4_BYTES || UNICAST.holds(address) ? PUBLIC : RESERVED);
    }

    /** Returns whether the address is {@code ::ffff:a.b.c.d}; Java converts it to IPv4 if it is written as text. */
    private static boolean isMapped(byte[] address) {
        return new BigInteger(1, Arrays.copyOf(address, address.length - V4_BYTES)).equals(BigInteger.valueOf(0xffff));
    }

    /** The addresses with a common prefix. */
    private record Range(BigInteger network, int length, int bits, AddressKind kind) {

        static Range of(String literal, int bits, AddressKind kind) {
            try {
                byte[] bytes = InetAddress.getByName(literal).getAddress();
                return new Range(new BigInteger(1, bytes), bytes.length, bits, kind);
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException("a literal must be an address", e);
            }
        }

        boolean holds(byte[] address) {
            int rest = length * Byte.SIZE - bits;
            return address.length == length
                    && new BigInteger(1, address).shiftRight(rest).equals(network.shiftRight(rest));
        }
    }
}
