package dev.plumbline.http.internal;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host's name to its addresses. Called on a thread that may block; its exception ends the request. */
@FunctionalInterface
public interface AddressResolver {
    /** The resolver of the system. */
    AddressResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * Returns the addresses, in the order in which they are tried.
     *
     * @param host a name, or an IP address without brackets
     * @throws UnknownHostException if it has none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
