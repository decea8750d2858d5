package dev.plumbline.sandbox.internal;

import dev.plumbline.event.TelemetryName;
import dev.plumbline.http.internal.AddressResolver;
import dev.plumbline.tool.ToolException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Resolves a destination's name and checks all its addresses, because DNS rebinding mixes allowed and forbidden ones.
 * The connection uses exactly the returned addresses.
 *
 * @param destination the destination to resolve
 * @param decisions records the outcome
 * @param names resolves the name
 */
record CheckedAddressResolver(HttpDestination destination, AccessDecisionLog decisions, AddressResolver names)
        implements AddressResolver {
    private static final TelemetryName ACCESS = new TelemetryName("http.connect");
    private static final TelemetryName CHECKED = new TelemetryName("http.address");
    private static final AccessDenial LOCAL = AccessDenial.of(
            "http.address-local",
            "This host leads into the own network.",
            "withPrivateHost(…), if it is a host of the own machine or network");
    private static final AccessDenial KEYS =
            AccessDenial.firm("http.address-keys", "This host leads to where machines keep their keys.");
    private static final AccessDenial RESERVED = AccessDenial.of(
            "http.address-reserved", "This host leads to no public address.", "such addresses are never allowed");

    /**
     * Returns the checked addresses.
     *
     * @throws ToolException if one of them is refused
     */
    @Override
    public List<InetAddress> resolve(String host) throws UnknownHostException {
        List<InetAddress> addresses = names.resolve(host);
        addresses.stream()
                .map(address -> refusal(AddressKind.of(address)))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresentOrElse(refusal -> decisions.refuse(ACCESS, refusal), () -> decisions.allow(ACCESS, CHECKED));
        return addresses;
    }

    private Optional<AccessDenial> refusal(AddressKind kind) {
        return switch (kind) {
            case PUBLIC -> Optional.empty();
            case LOCAL -> destination.local() ? Optional.empty() : Optional.of(LOCAL);
            case KEYS -> Optional.of(KEYS);
            case RESERVED -> Optional.of(RESERVED);
        };
    }
}
