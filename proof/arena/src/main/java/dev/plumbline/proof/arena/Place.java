package dev.plumbline.proof.arena;

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
record Place(boolean own, Function<Stand, List<String>> options, Function<Stand, URI> base) {
    private static final String HEAP = "-Xmx512m";

    /** Beside the service, with memory enough. */
    static final Place USUAL = new Place(false, stand -> List.of(HEAP), Stand::address);

    /** With 64 MB. */
    static final Place SMALL = new Place(true, stand -> List.of("-Xmx64m"), Stand::address);

    /** Behind a proxy that the JVM knows by its properties, at that address of the attempt. */
    static Place behind(Function<Stand, URI> proxy, Function<Stand, URI> base) {
        return new Place(true, stand -> proxied(proxy.apply(stand)), base);
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
    static Place trusting(Certificates certificates) {
        return new Place(
                true,
                stand -> Stream.concat(Stream.of(HEAP), certificates.trusting().stream())
                        .toList(),
                stand -> stand.behind(certificates));
    }

    /** With a JVM as it is, which does not trust that certificate. */
    static Place doubting(Certificates certificates) {
        return new Place(true, stand -> List.of(HEAP), stand -> stand.behind(certificates));
    }
}
