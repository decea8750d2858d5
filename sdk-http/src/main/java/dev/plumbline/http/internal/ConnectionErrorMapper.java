package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/** Maps exceptions of a connection to errors. Only their types are used; their messages are never passed on. */
final class ConnectionErrorMapper {

    private static final Set<Category> CONNECTING =
            Set.of(Category.NETWORK, Category.TIMEOUT_CONNECT, Category.TLS, Category.PROXY, Category.EGRESS_DENIED);

    private ConnectionErrorMapper() {}

    /**
     * Returns the error for an exception.
     *
     * @param begun whether a response had begun
     */
    static AiError of(IOException thrown, boolean begun) {
        return error(thrown, begun).withCause(root(thrown));
    }

    /** Returns the error for an exception before the proxy of a route had let the connection through. */
    static AiError ofProxy(IOException thrown, Route route) {
        AiError error = isUnreached(thrown) ? ProxyErrors.unreached(route) : ProxyErrors.noProxy(route);
        return error.withCause(root(thrown));
    }

    /** Returns an error of a connection with host and port of its route in front of the message; others as they are. */
    static AiError at(Route route, AiError error) {
        return CONNECTING.contains(error.category())
                ? new AiError(
                        error.category(),
                        error.code(),
                        (error.category() == Category.PROXY ? route.authority() : route.place()) + ": "
                                + error.message(),
                        error.retryable(),
                        error.retryAt(),
                        error.status(),
                        error.requestId(),
                        error.extensionId(),
                        error.causeClass(),
                        error.providerMessage(),
                        error.details())
                : error;
    }

    private static AiError error(IOException thrown, boolean begun) {
        if (isCausedBy(thrown, SSLException.class) && !isBroken(thrown, begun)) {
            return AiError.of(
                    Category.TLS,
                    "tls",
                    "no secure connection; a certificate that is not in the JDK's trust store needs NetworkSettings.withTrustFile");
        }
        if (isCausedBy(thrown, UnknownHostException.class)) {
            return AiError.of(Category.NETWORK, "unknown-host", "the host has no address");
        }
        if (isUnreached(thrown)) {
            return AiError.of(Category.NETWORK, "connect", "no connection to the host");
        }
        if (begun && isCut(thrown)) {
            return ResponseErrors.cut();
        }
        if (isMalformed(thrown)) {
            return AiError.of(Category.PROTOCOL, "http", "what arrived is not a well-formed HTTP answer");
        }
        return begun
                ? AiError.of(Category.NETWORK, "broken", "the connection broke within the answer; what arrived is kept")
                : AiError.of(Category.NETWORK, "connection", "the connection broke");
    }

    /** Returns whether an established TLS connection was lost. */
    private static boolean isBroken(IOException thrown, boolean begun) {
        return begun && (isCausedBy(thrown, SocketException.class) || isCausedBy(thrown, EOFException.class));
    }

    private static boolean isUnreached(IOException thrown) {
        return isCausedBy(thrown, ConnectException.class)
                || isCausedBy(thrown, NoRouteToHostException.class)
                || isCausedBy(thrown, SocketTimeoutException.class)
                || isCausedBy(thrown, UnknownHostException.class);
    }

    private static boolean isMalformed(IOException thrown) {
        return isCausedBy(thrown, ProtocolException.class)
                || isCausedBy(thrown, MalformedChunkCodingException.class)
                || isCausedBy(thrown, MessageConstraintException.class)
                || isCausedBy(thrown, ZipException.class);
    }

    /** Returns whether the connection was closed cleanly before the announced end of the response. */
    private static boolean isCut(IOException thrown) {
        return isCausedBy(thrown, ConnectionClosedException.class) || isCausedBy(thrown, EOFException.class);
    }

    private static boolean isCausedBy(Throwable thrown, Class<?> type) {
        return cause(thrown, type::isInstance).isPresent();
    }

    private static Throwable root(Throwable thrown) {
        return cause(thrown, t -> t.getCause() == null).orElse(thrown);
    }

    private static Optional<Throwable> cause(Throwable thrown, Predicate<Throwable> wanted) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 20; depth++) {
            if (wanted.test(at)) {
                return Optional.of(at);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }
}
