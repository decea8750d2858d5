package dev.plumbline.comparison.runner;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The environment of a peer's process.
 *
 * @param own whether the process is used for one fault case only
 * @param options the options of the JVM
 * @param base the address of the service that the peer gets
 */
record PeerEnvironment(boolean own, Function<FaultServer, List<String>> options, Function<FaultServer, URI> base) {
    private static final String HEAP = "-Xmx512m";

    /** The usual environment, with enough memory. */
    static final PeerEnvironment USUAL = new PeerEnvironment(false, stand -> List.of(HEAP), FaultServer::address);

    /** An environment with 64 MB of memory. */
    static final PeerEnvironment SMALL = new PeerEnvironment(true, stand -> List.of("-Xmx64m"), FaultServer::address);

    /** Returns an environment with a proxy in the system properties of the JVM. */
    static PeerEnvironment behind(Function<FaultServer, URI> proxy, Function<FaultServer, URI> base) {
        return new PeerEnvironment(true, stand -> proxied(proxy.apply(stand)), base);
    }

    private static List<String> proxied(URI proxy) {
        return List.of(
                HEAP,
                "-Dhttp.proxyHost=" + proxy.getHost(),
                "-Dhttp.proxyPort=" + proxy.getPort(),
                "-Dhttps.proxyHost=" + proxy.getHost(),
                "-Dhttps.proxyPort=" + proxy.getPort(),
                "-Dhttp.nonProxyHosts=");
    }

    /** Returns an environment whose JVM trusts only the authority of that certificate. */
    static PeerEnvironment trusting(KeytoolCertificate certificates) {
        return new PeerEnvironment(
                true,
                stand -> Stream.concat(Stream.of(HEAP), certificates.trusting().stream())
                        .toList(),
                stand -> stand.behind(certificates));
    }

    /** Returns an environment whose JVM does not trust that certificate. */
    static PeerEnvironment doubting(KeytoolCertificate certificates) {
        return new PeerEnvironment(true, stand -> List.of(HEAP), stand -> stand.behind(certificates));
    }
}
