package dev.plumbline.http;

import dev.plumbline.provider.Secret;
import java.net.ProxySelector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * How servers are reached: proxies, trust, and which hosts may be used. Immutable. The protocol is HTTP/1.1.
 *
 * @param proxy says which proxy to use, if any; {@link ProxySelector#getDefault} when empty. Only HTTP proxies can be used
 * @param login the login for a proxy that asks for one
 * @param trust whose certificates count; those the JDK trusts when empty
 * @param hosts the only hosts that may be used, in lower case; any when empty
 */
public record NetworkSettings(
        Optional<ProxySelector> proxy,
        Optional<ProxyCredentials> login,
        Optional<SSLContext> trust,
        Set<String> hosts) {

    public NetworkSettings {
        hosts = hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    /** The system's proxies, the JDK's trust, any host. */
    public static NetworkSettings ofDefaults() {
        return new NetworkSettings(Optional.empty(), Optional.empty(), Optional.empty(), Set.of());
    }

    /** A copy that goes that way. */
    public NetworkSettings withProxy(ProxySelector way) {
        return new NetworkSettings(Optional.of(way), login, trust, hosts);
    }

    /**
     * A copy that logs in at a proxy that asks for it, by the Basic scheme (RFC 7617), which sends name and password in clear to the
     * proxy, never to a server.
     */
    public NetworkSettings withProxyLogin(String user, Secret password) {
        return new NetworkSettings(proxy, Optional.of(new ProxyCredentials(user, password)), trust, hosts);
    }

    /** A copy with that trust. */
    public NetworkSettings withTrust(SSLContext tls) {
        return new NetworkSettings(proxy, login, Optional.of(tls), hosts);
    }

    /**
     * A copy that trusts the certificates in a PEM file besides those the JDK trusts, e.g. those of a company.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION when the file cannot be read or holds no certificate
     */
    public NetworkSettings withTrustFile(Path pem) {
        return withTrust(PemTrustStore.read(pem));
    }

    /** A copy that speaks to these hosts only; anything else is EGRESS_DENIED before a name is looked up. */
    public NetworkSettings withHosts(Set<String> allowed) {
        return new NetworkSettings(proxy, login, trust, allowed);
    }

    boolean allows(String host) {
        return hosts.isEmpty() || hosts.contains(host.toLowerCase(Locale.ROOT));
    }

    /**
     * The login for a proxy that asks for one.
     *
     * @param user the name
     * @param password read at each use; never printed
     */
    public record ProxyCredentials(String user, Secret password) {

        /** The value of a header that logs in. */
        String basic() {
            char[] secret = password.reveal();
            byte[] clear = (user + ":" + new String(secret)).getBytes(StandardCharsets.UTF_8);
            Arrays.fill(secret, '\0');
            return "Basic " + Base64.getEncoder().encodeToString(clear);
        }
    }
}
