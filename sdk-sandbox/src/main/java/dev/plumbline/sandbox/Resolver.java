package dev.plumbline.sandbox;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Who says to which addresses a name leads. */
@FunctionalInterface
interface Resolver {
    /** The system's. */
    Resolver SYSTEM = host -> List.of(InetAddress.getAllByName(host));

    /** At least one address. */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}
