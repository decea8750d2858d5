package dev.plumbline.sandbox;

import dev.plumbline.body.Selector;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/**
 * What tools may reach through their context: nothing unless said. A value; each {@code with…} is a copy that allows
 * more, or sets something. What is allowed holds for every tool, unless it was given with {@link #withTools}.
 */
public sealed interface EgressRules permits EgressRuleSet {

    /** Rules that refuse everything. */
    static EgressRules none() {
        return EgressRuleSet.NOTHING;
    }

    /** Files below that folder may be read and written. It must exist when the sandbox is built, and be no root of a disk. */
    EgressRules withFolder(Path root);

    /** Files below that folder may be read. */
    EgressRules withReadOnlyFolder(Path root);

    /**
     * Https to that host, at port 443 unless it says {@code host:port}, and only while it leads to public addresses;
     * {@code *.example.com} stands for everything below example.com.
     *
     * @param methods which ones, GET and HEAD unless given
     * @throws IllegalArgumentException for anything that is no host, and for a {@code *} above a whole domain of domains
     */
    EgressRules withHost(String host, String... methods);

    /**
     * Https to a host of the own machine or network: it may also lead to loopback and private addresses. Link-local
     * addresses, and those where clouds keep their keys, stay refused.
     *
     * @param methods which ones, GET and HEAD unless given
     * @throws IllegalArgumentException as {@link #withHost}
     */
    EgressRules withPrivateHost(String host, String... methods);

    /** What {@code more} allows, for these tools alone; its limits and its being tried out do not count. */
    EgressRules withTools(Selector tools, EgressRules more);

    /** Whose certificates are accepted; those the JDK accepts unless given. */
    EgressRules withTrust(SSLContext trust);

    /** Sizes and numbers. */
    EgressRules withLimits(EgressLimits limits);

    /**
     * A copy for a roll-out: what would be refused is allowed, published as an event and counted as a {@link DryRunDenial}. Limits of
     * size, the requirement of https, and the block of a cloud's metadata address still apply.
     */
    EgressRules withLoggingOnly();
}
