package dev.plumbline.sandbox;

import dev.plumbline.sandbox.internal.EgressRuleSet;
import dev.plumbline.body.Selector;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/**
 * The files and hosts that tools may access through their context; none by default. Immutable; each {@code with…}
 * returns a copy. A rule applies to every tool unless it was added with {@link #withTools}.
 */
public sealed interface EgressRules permits EgressRuleSet {

    /** Returns rules that deny everything. */
    static EgressRules none() {
        return EgressRuleSet.NOTHING;
    }

    /**
     * Returns a copy that allows reading and writing files below that folder. It must exist when the sandbox is built
     * and must not be the root of a disk.
     */
    EgressRules withFolder(Path root);

    /** Returns a copy that allows reading files below that folder. */
    EgressRules withReadOnlyFolder(Path root);

    /**
     * Returns a copy that allows https to that host, at port 443 or as in {@code host:port}, if it resolves to public
     * addresses; {@code *.example.com} stands for all subdomains of example.com.
     *
     * @param methods which ones, GET and HEAD unless given
     * @throws IllegalArgumentException for an invalid host, and for a {@code *} directly above a top-level domain
     */
    EgressRules withHost(String host, String... methods);

    /**
     * Returns a copy that allows https to a host that may also resolve to loopback and private addresses. Link-local
     * and cloud metadata addresses remain denied.
     *
     * @param methods which ones, GET and HEAD unless given
     * @throws IllegalArgumentException as {@link #withHost}
     */
    EgressRules withPrivateHost(String host, String... methods);

    /**
     * Returns a copy that applies {@code more} to the selected tools only; limits and dry-run mode of {@code more} are
     * ignored.
     */
    EgressRules withTools(Selector tools, EgressRules more);

    /** Returns a copy with another trust store; the JDK's by default. */
    EgressRules withTrust(SSLContext trust);

    /** Returns a copy with other limits. */
    EgressRules withLimits(EgressLimits limits);

    /**
     * Returns a copy in dry-run mode, for a roll-out: a denied access is allowed, published as an event and counted as
     * a {@link DryRunDenial}. Size limits, the requirement of https and the block of cloud metadata addresses still
     * apply.
     */
    EgressRules withDryRun();
}
