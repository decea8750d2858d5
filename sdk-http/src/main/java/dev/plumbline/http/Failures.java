package dev.plumbline.http;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;

/** From what the HTTP client throws to what it means. Messages of exceptions are looked at and never passed on. */
final class Failures {

    private Failures() {}

    /**
     * The error behind an exception.
     *
     * @param begun whether an answer had begun
     * @param viaProxy whether a proxy stood between
     */
    static AiError of(Throwable thrown, boolean begun, boolean viaProxy) {
        return viaProxy && isUnreached(thrown)
                ? of(Category.PROXY, "connect", "no connection to the proxy").withCause(root(thrown))
                : error(thrown, begun).withCause(root(thrown));
    }

    private static AiError error(Throwable thrown, boolean begun) {
        if (isCausedBy(thrown, SSLException.class)) {
            return of(
                    Category.TLS,
                    "tls",
                    "no secure connection; a certificate that is not in the JDK's trust store needs Network.withTrustFile");
        }
        if (says(thrown, "Tunnel failed") || says(thrown, "proxy")) {
            return of(
                    Category.PROXY,
                    "tunnel",
                    "the proxy does not let the connection through; for a login see Network.withProxyLogin");
        }
        if (isCausedBy(thrown, UnknownHostException.class) || isCausedBy(thrown, UnresolvedAddressException.class)) {
            return of(Category.NETWORK, "unknown-host", "the host has no address");
        }
        if (isCausedBy(thrown, ConnectException.class)) {
            return of(Category.NETWORK, "connect", "no connection to the host");
        }
        if (isMalformed(thrown)) {
            return of(Category.PROTOCOL, "http", "what arrived is not a well-formed HTTP answer");
        }
        if (begun && isCut(thrown)) {
            return Faults.cut();
        }
        return root(thrown) instanceof IOException
                ? of(Category.NETWORK, "connection", "the connection broke")
                : of(Category.INTERNAL, "transport", "the HTTP client failed");
    }

    private static boolean isUnreached(Throwable thrown) {
        return isCausedBy(thrown, ConnectException.class)
                || isCausedBy(thrown, UnknownHostException.class)
                || isCausedBy(thrown, UnresolvedAddressException.class);
    }

    /** Whether the other side closed or reset a connection that stood, without a word. */
    static boolean isHangUp(Throwable thrown) {
        return !isUnreached(thrown)
                && !isCausedBy(thrown, SSLException.class)
                && (says(thrown, "received no bytes")
                        || isCausedBy(thrown, ClosedChannelException.class)
                        || isCausedBy(thrown, SocketException.class));
    }

    private static boolean isMalformed(Throwable thrown) {
        return isCausedBy(thrown, ProtocolException.class)
                || isCausedBy(thrown, ZipException.class)
                || says(thrown, "chunk size")
                || says(thrown, "Invalid ");
    }

    /** A clean close before the end that was promised. */
    private static boolean isCut(Throwable thrown) {
        return isCausedBy(thrown, EOFException.class) || says(thrown, "fixed content-length");
    }

    private static boolean says(Throwable thrown, String words) {
        return cause(thrown, t -> Optional.ofNullable(t.getMessage()).orElse("").contains(words))
                .isPresent();
    }

    private static boolean isCausedBy(Throwable thrown, Class<?> type) {
        return cause(thrown, type::isInstance).isPresent();
    }

    private static Throwable root(Throwable thrown) {
        return cause(thrown, t -> t.getCause() == null).orElse(thrown);
    }

    private static Optional<Throwable> cause(Throwable thrown, java.util.function.Predicate<Throwable> wanted) {
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < 20; depth++) {
            if (wanted.test(at)) {
                return Optional.of(at);
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    private static AiError of(Category category, String code, String message) {
        return AiError.of(category, code, message);
    }
}
