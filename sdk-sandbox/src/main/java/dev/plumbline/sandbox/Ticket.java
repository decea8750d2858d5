package dev.plumbline.sandbox;

import dev.plumbline.event.Label;
import dev.plumbline.tool.ToolException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * The right of one request to a tunnel: to that destination, to addresses that pass, and for as long as the request
 * lasts. Who does not know its token has none.
 */
final class Ticket {
    private static final Label DOOR = new Label("http.connect");
    private static final Label CHECKED = new Label("http.address");
    private static final Refusal LOCAL = Refusal.of(
            "http.address-local",
            "This host leads into the own network.",
            "withPrivateHost(…), if it is a host of the own machine or network");
    private static final Refusal KEYS =
            Refusal.firm("http.address-keys", "This host leads to where machines keep their keys.");
    private static final Refusal RESERVED = Refusal.of(
            "http.address-reserved", "This host leads to no public address.", "such addresses are never allowed");

    private final String token;
    private final Destination destination;
    private final Decisions decisions;
    private volatile Optional<ToolException> failure = Optional.empty();

    Ticket(String token, Destination destination, Decisions decisions) {
        this.token = token;
        this.destination = destination;
        this.decisions = decisions;
    }

    String token() {
        return token;
    }

    Destination destination() {
        return destination;
    }

    /**
     * Decides the addresses a name leads to, all of them: one bad one among good ones is how rebinding looks.
     *
     * @throws ToolException when one of them is refused
     */
    void check(List<InetAddress> addresses) {
        addresses.stream()
                .map(address -> refusal(AddressKind.of(address)))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresentOrElse(refusal -> decisions.refuse(DOOR, refusal), () -> decisions.allow(DOOR, CHECKED));
    }

    private Optional<Refusal> refusal(AddressKind kind) {
        return switch (kind) {
            case PUBLIC -> Optional.empty();
            case LOCAL -> destination.local() ? Optional.empty() : Optional.of(LOCAL);
            case KEYS -> Optional.of(KEYS);
            case RESERVED -> Optional.of(RESERVED);
        };
    }

    /** Remembers why there will be no tunnel, for who waits for it. */
    void fail(ToolException why) {
        failure = Optional.of(why);
    }

    Optional<ToolException> failure() {
        return failure;
    }
}
