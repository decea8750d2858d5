package dev.plumbline.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Says which addresses a host's name has. Called on a thread that may wait; what it throws ends the request. */
@FunctionalInterface
public interface AddressResolver {
    /** That of the system. */
    AddressResolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /**
     * The addresses, in the order in which they are tried.
     *
     * @param host a name, or a number without brackets
     * @throws UnknownHostException when it has none
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
