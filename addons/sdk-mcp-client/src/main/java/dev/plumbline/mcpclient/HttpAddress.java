package dev.plumbline.mcpclient;

import dev.plumbline.http.internal.EndpointUrls;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;

/** The rules for addresses of servers: encrypted, or on this machine. */
final class HttpAddress {
    private static final int CARRIER_FIRST = 64;
    private static final int CARRIER_LAST = 127;
    private static final int UNIQUE_LOCAL = 0xFC;
    private static final int UNIQUE_LOCAL_MASK = 0xFE;

    private HttpAddress() {}

    /** Refuses an address that is neither https nor on this machine, and one with a user name. */
    static void requireSecure(URI address) {
        if (!isSecure(address)) {
            throw new IllegalArgumentException(
                    "the address of a server must be https, or http on this machine, and have"
                            + " neither a user name nor a fragment; its scheme is " + address.getScheme());
        }
    }

    static boolean isSecure(URI address) {
        return address.getHost() != null
                && address.getRawUserInfo() == null
                && address.getRawFragment() == null
                && ("https".equalsIgnoreCase(address.getScheme())
                        || (EndpointUrls.isPlain(address) && EndpointUrls.isLoopback(address)));
    }

    /** Returns whether an address is on this machine or in a private network by its name or number; looks up nothing. */
    static boolean isPrivateNumber(URI address) {
        String host = String.valueOf(address.getHost());
        boolean number = host.matches("[0-9.]+") || host.startsWith("[");
        try {
            return EndpointUrls.isLoopback(address) || (number && isPrivate(InetAddress.getByName(host)));
        } catch (UnknownHostException malformed) {
            return true;
        }
    }

    /** Returns scheme, host and port, by which a token may be sent to an address. */
    static String origin(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        int usual = scheme.equals("https") ? 443 : 80;
        int port = address.getPort() < 0 ? usual : address.getPort();
        return scheme + "://" + String.valueOf(address.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
    }

    /**
     * Looks up a host and refuses addresses of this machine and of private networks, so that a server elsewhere cannot
     * make this program send requests into the network of its user.
     */
    static List<InetAddress> publicAddresses(String host) throws UnknownHostException {
        List<InetAddress> found = List.of(InetAddress.getAllByName(host));
        if (found.stream().anyMatch(HttpAddress::isPrivate)) {
            throw new UnknownHostException("an address in a private network");
        }
        return found;
    }

    private static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean carrier = bytes.length == 4
                && bytes[0] == 100
                && (bytes[1] & 0xFF) >= CARRIER_FIRST
                && (bytes[1] & 0xFF) <= CARRIER_LAST;
        boolean unique = bytes.length == 16 && (bytes[0] & UNIQUE_LOCAL_MASK) == UNIQUE_LOCAL;
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || carrier
                || unique;
    }
}
