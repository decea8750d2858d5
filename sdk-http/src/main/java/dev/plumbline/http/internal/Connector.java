package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections: only to the addresses that were resolved, through a tunnel if there is a proxy, with TLS that
 * checks the server's name. Everything runs on the caller's thread. Thread-safe.
 */
final class Connector {
    /** The limit for one address while there is another to try. */
    private static final int PATIENCE_MILLIS = 3_000;

    static final int LOGIN_WANTED = 407;

    private final NetworkSettings network;
    private volatile boolean loginWanted;

    Connector(NetworkSettings network) {
        this.network = network;
    }

    /**
     * Opens a connection.
     *
     * @param held receives the resource to close while the connection is being opened, and may refuse it by throwing
     * @param passed runs once a proxy has let the connection through
     * @throws AiException PROXY if a proxy refuses the connection
     */
    HttpConnection open(Route.Resolved resolved, Consumer<Closeable> held, Runnable passed) throws IOException {
        Route route = resolved.route();
        SocketChannel channel = connect(resolved, held);
        if (route.tunnels()) {
            channel = tunnel(resolved, channel, held);
        }
        passed.run();
        return new HttpConnection(route, channel, route.tls() ? secured(route, channel.socket()) : channel.socket());
    }

    private static SocketChannel connect(Route.Resolved resolved, Consumer<Closeable> held) throws IOException {
        IOException failure = new UnknownHostException("no address");
        for (Iterator<InetSocketAddress> each = resolved.addresses().iterator(); each.hasNext(); ) {
            InetSocketAddress address = each.next();
            SocketChannel channel = SocketChannel.open();
            try {
                held.accept(channel);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.socket().connect(address, each.hasNext() ? PATIENCE_MILLIS : 0);
                return channel;
            } catch (IOException e) {
                channel.close();
                failure = e;
                if (Thread.currentThread().isInterrupted()) {
                    break;
                }
            }
        }
        throw failure;
    }

    /** Asks the proxy for a tunnel; once more, with a login, if it requires one. */
    private SocketChannel tunnel(Route.Resolved resolved, SocketChannel first, Consumer<Closeable> held)
            throws IOException {
        Route route = resolved.route();
        boolean loggedIn = loginWanted;
        int status = ask(route, first);
        if (wantsLogin(status) && !loggedIn) {
            first.close();
            SocketChannel second = connect(resolved, held);
            status = ask(route, second);
            if (isOk(status)) {
                return second;
            }
        }
        if (!isOk(status)) {
            throw new AiException(
                    status == LOGIN_WANTED ? ProxyErrors.login(route, logsIn()) : ProxyErrors.refused(route, status));
        }
        return first;
    }

    private int ask(Route route, SocketChannel channel) throws IOException {
        HttpConnection proxy = new HttpConnection(route, channel, channel.socket());
        String login = login();
        String head = "CONNECT " + route.authority() + " HTTP/1.1\r\nHost: " + route.authority() + "\r\n"
                + (login == null ? "" : "Proxy-Authorization: " + login + "\r\n") + "\r\n";
        proxy.send(head.getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
        return proxy.receive("CONNECT").status();
    }

    private static boolean isOk(int status) {
        return status >= 200 && status <= 299;
    }

    /**
     * Returns whether a response of that status is from a proxy that requires a login we have; later requests then send
     * it at once.
     */
    boolean wantsLogin(int status) {
        if (status != LOGIN_WANTED || network.login().isEmpty()) {
            return false;
        }
        loginWanted = true;
        return true;
    }

    /** Returns whether logins are sent. */
    boolean logsIn() {
        return loginWanted;
    }

    /** Returns the login for a proxy that requires one; null if none does, or there is none. */
    @Nullable
    String login() {
        return loginWanted ? network.login().map(Connector::basic).orElse(null) : null;
    }

    /** Returns the value of the header that logs in. */
    private static String basic(NetworkSettings.ProxyCredentials login) {
        char[] secret = login.password().reveal();
        byte[] clear = (login.user() + ":" + new String(secret)).getBytes(StandardCharsets.UTF_8);
        Arrays.fill(secret, '\0');
        return "Basic " + Base64.getEncoder().encodeToString(clear);
    }

    private Socket secured(Route route, Socket plain) throws IOException {
        SSLSocket secured = (SSLSocket) tls().getSocketFactory().createSocket(plain, route.host(), route.port(), true);
        SSLParameters rules = secured.getSSLParameters();
        rules.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(rules);
        secured.startHandshake();
        return secured;
    }

    /** Returns the TLS context with the trusted certificates; the first use of the JDK's default reads all of them. */
    SSLContext tls() {
        try {
            return network.trust().isPresent() ? network.trust().get() : SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new AiException(AiError.of(
                    AiError.Category.TLS,
                    "tls",
                    "this JDK has no TLS: " + e.getClass().getSimpleName()));
        }
    }
}
