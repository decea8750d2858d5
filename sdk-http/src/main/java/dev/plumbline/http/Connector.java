package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Opens connections: to the addresses that were looked up and to no other, through a tunnel where a proxy is between, with TLS that
 * checks the server's name. Everything happens on the thread that asks. Safe for any number of threads.
 */
final class Connector {
    /** How long one address may take while there is another to try. */
    private static final int PATIENCE_MILLIS = 3_000;

    private static final int LOGIN_WANTED = 407;

    private final NetworkSettings network;
    private volatile boolean loginWanted;

    Connector(NetworkSettings network) {
        this.network = network;
    }

    /**
     * Opens a connection.
     *
     * @param held gets what to close while it is being opened, and may refuse it by throwing
     * @throws AiException PROXY when a proxy does not let it through
     */
    HttpConnection open(Route.Resolved resolved, Consumer<Closeable> held) throws IOException {
        Route route = resolved.route();
        SocketChannel channel = connect(resolved, held);
        if (route.tunnels()) {
            channel = tunnel(resolved, channel, held);
        }
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

    /** Asks the proxy to pass bytes on; once more, with a login, when it wants one. */
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
            throw new AiException(AiError.of(
                    AiError.Category.PROXY,
                    "tunnel",
                    "the proxy answered CONNECT with status " + status
                            + " and does not let the connection through; for a login see Network.withProxyLogin"));
        }
        return first;
    }

    private int ask(Route route, SocketChannel channel) throws IOException {
        HttpConnection proxy = new HttpConnection(route, channel, channel.socket());
        String head = "CONNECT " + route.authority() + " HTTP/1.1\r\nHost: " + route.authority() + "\r\n"
                + login().map(value -> "Proxy-Authorization: " + value + "\r\n").orElse("") + "\r\n";
        proxy.send(head.getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
        return proxy.receive("CONNECT").status();
    }

    private static boolean isOk(int status) {
        return status >= 200 && status <= 299;
    }

    /** Whether an answer of that status is a proxy that asks for a login we have; from then on it is sent unasked. */
    boolean wantsLogin(int status) {
        if (status != LOGIN_WANTED || network.login().isEmpty()) {
            return false;
        }
        loginWanted = true;
        return true;
    }

    /** Whether logins are sent. */
    boolean logsIn() {
        return loginWanted;
    }

    /** The login for a proxy that asks for one. */
    Optional<String> login() {
        return loginWanted ? network.login().map(NetworkSettings.ProxyCredentials::basic) : Optional.empty();
    }

    private Socket secured(Route route, Socket plain) throws IOException {
        SSLSocket secured = (SSLSocket) tls().getSocketFactory().createSocket(plain, route.host(), route.port(), true);
        SSLParameters rules = secured.getSSLParameters();
        rules.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(rules);
        secured.startHandshake();
        return secured;
    }

    /** Whose certificates count; the first use of the JDK's reads all that it trusts. */
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
