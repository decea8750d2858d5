package dev.plumbline.http;

import dev.plumbline.provider.Secret;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * Network settings: proxies, trust, and the permitted hosts. Immutable. The protocol is HTTP/1.1.
 *
 * @param proxy selects the proxy to use, if any; {@link ProxySelector#getDefault} if empty. Only HTTP proxies can be
 *     used
 * @param login the login for a proxy that requires one
 * @param trust the context with the trusted certificates; if empty, those that the JDK trusts
 * @param hosts the only hosts that may be used, in lower case; any if empty
 */
public record NetworkSettings(
        Optional<ProxySelector> proxy,
        Optional<ProxyCredentials> login,
        Optional<SSLContext> trust,
        Set<String> hosts) {

    public NetworkSettings {
        Set<String> lower = new HashSet<>();
        for (String host : hosts) {
            lower.add(host.toLowerCase(Locale.ROOT));
        }
        hosts = Set.copyOf(lower);
    }

    /** Returns the default: the system's proxies, the JDK's trust, any host. */
    public static NetworkSettings ofDefaults() {
        return new NetworkSettings(Optional.empty(), Optional.empty(), Optional.empty(), Set.of());
    }

    /** Returns a copy with that proxy selector. */
    public NetworkSettings withProxy(ProxySelector way) {
        return new NetworkSettings(Optional.of(way), login, trust, hosts);
    }

    /**
     * Returns a copy that logs in at a proxy that requires it, by the Basic scheme (RFC 7617), which sends name and
     * password in clear to the proxy, never to a server.
     */
    public NetworkSettings withProxyLogin(String user, Secret password) {
        return new NetworkSettings(proxy, Optional.of(new ProxyCredentials(user, password)), trust, hosts);
    }

    /** Returns a copy with that trust. */
    public NetworkSettings withTrust(SSLContext tls) {
        return new NetworkSettings(proxy, login, Optional.of(tls), hosts);
    }

    /**
     * Returns a copy that trusts the certificates in a PEM file, e.g. those of a company, and those that the JDK trusts.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if the file cannot be read or holds no certificate
     */
    public NetworkSettings withTrustFile(Path pem) {
        return withTrust(PemTrustStore.read(pem));
    }

    /**
     * Returns a copy that trusts the certificates of the operating system and those that the JDK trusts: the store of Windows,
     * the keychain of macOS, or the usual file of Linux. A company that inspects connections mostly installs its own there.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if there are none
     */
    public NetworkSettings withSystemTrust() {
        return withTrust(PemTrustStore.ofSystem(PemTrustStore.SYSTEM_STORES, PemTrustStore.SYSTEM_FILES));
    }

    /** Returns a copy that may only use these hosts; any other is EGRESS_DENIED before its name is looked up. */
    public NetworkSettings withHosts(Set<String> allowed) {
        return new NetworkSettings(proxy, login, trust, allowed);
    }

    /**
     * The login for a proxy that requires one.
     *
     * @param user the name
     * @param password read at each use; never printed
     */
    public record ProxyCredentials(String user, Secret password) {}
}
