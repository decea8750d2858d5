package dev.plumbline.comparison.runner;

import java.net.URI;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Where a contender stands during an attempt.
 *
 * @param own whether its process is for this attempt alone
 * @param options what the process is started with
 * @param base the address of the service that the contender gets
 */
record PeerEnvironment(boolean own, Function<FaultServer, List<String>> options, Function<FaultServer, URI> base) {
    private static final String HEAP = "-Xmx512m";

    /** Beside the service, with memory enough. */
    static final PeerEnvironment USUAL = new PeerEnvironment(false, stand -> List.of(HEAP), FaultServer::address);

    /** With 64 MB. */
    static final PeerEnvironment SMALL = new PeerEnvironment(true, stand -> List.of("-Xmx64m"), FaultServer::address);

    /** Behind a proxy that the JVM knows by its properties, at that address of the attempt. */
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

    /** With a JVM that trusts the authority of that certificate and no other. */
    static PeerEnvironment trusting(KeytoolCertificate certificates) {
        return new PeerEnvironment(
                true,
                stand -> Stream.concat(Stream.of(HEAP), certificates.trusting().stream())
                        .toList(),
                stand -> stand.behind(certificates));
    }

    /** With a JVM as it is, which does not trust that certificate. */
    static PeerEnvironment doubting(KeytoolCertificate certificates) {
        return new PeerEnvironment(true, stand -> List.of(HEAP), stand -> stand.behind(certificates));
    }
}
