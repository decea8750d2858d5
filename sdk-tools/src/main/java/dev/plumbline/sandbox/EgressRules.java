package dev.plumbline.sandbox;

import dev.plumbline.body.Selector;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.sandbox.internal.EgressRuleSet;
import java.nio.file.Path;
import java.time.Duration;
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

    /**
     * The limits of files and HTTP for one tool call. Immutable.
     *
     * @param maxFileBytes the maximum size of a file, read or written
     * @param maxListedNames the maximum number of listed names of a folder
     * @param maxResponseBytes the maximum size of a response
     * @param maxRequestBytes the maximum size of a request
     * @param maxRedirects the maximum number of consecutive redirects
     * @param connectTimeout the time limit for connecting
     */
    record EgressLimits(
            long maxFileBytes,
            int maxListedNames,
            int maxResponseBytes,
            int maxRequestBytes,
            int maxRedirects,
            Duration connectTimeout) {

        public EgressLimits {
            if (maxFileBytes < 1
                    || maxFileBytes > Integer.MAX_VALUE - 16
                    || maxListedNames < 1
                    || maxResponseBytes < 1
                    || maxRequestBytes < 0) {
                throw new IllegalArgumentException(
                        "sizes must be positive, and a file or body must be smaller than 2 GiB");
            }
            if (maxRedirects < 0 || connectTimeout.isNegative() || connectTimeout.isZero()) {
                throw new IllegalArgumentException(
                        "maxRedirects must not be negative and connectTimeout must be positive");
            }
        }

        /**
         * Returns the default limits: 16 MiB per file, 1,000 names, 4 MiB per response, 1 MiB per request, 5 redirects, 10
         * seconds to connect.
         */
        public static EgressLimits ofDefaults() {
            return new EgressLimits(16 << 20, 1_000, 4 << 20, 1 << 20, 5, Duration.ofSeconds(10));
        }

        /** Returns a copy with that maximum size of files. */
        public EgressLimits withMaxFileBytes(long bytes) {
            return new EgressLimits(
                    bytes, maxListedNames, maxResponseBytes, maxRequestBytes, maxRedirects, connectTimeout);
        }
    }

    /**
     * An access that rules in dry-run mode would have denied, and how a host can allow it.
     *
     * @param tool the tool
     * @param rule the rule that would have denied it, e.g. {@code file.outside}
     * @param times the number of times
     * @param remedy how to allow it, or why that is impossible
     */
    record DryRunDenial(TelemetryName tool, TelemetryName rule, long times, String remedy) {}
}
