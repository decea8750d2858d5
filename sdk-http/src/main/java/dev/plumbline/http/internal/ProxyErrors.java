package dev.plumbline.http.internal;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiError.Category;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The errors of a proxy: each names the proxy, which a program or its system has chosen, and the cause, and has a sentence for
 * users that says what to do. All of them are made here.
 */
final class ProxyErrors {
    private static final String SET = "; see NetworkSettings.withProxy";

    private ProxyErrors() {}

    /** Returns the error for a proxy of another kind than HTTP; its address may be unknown. */
    static AiError type(String type, @Nullable String proxy) {
        return of(
                "proxy-type",
                proxy == null ? type : proxy,
                "is a " + type + " proxy, and only HTTP proxies can be used" + SET);
    }

    /** Returns the error for a name without an address. */
    static AiError unknownHost(InetSocketAddress proxy, IOException thrown) {
        return of("unknown-host", name(proxy), "has no address: its name is not known here" + SET)
                .withCause(thrown);
    }

    /** Returns the error for a proxy that refuses connections, or to which no way leads. */
    static AiError unreached(Route route) {
        return of("connect", name(route), "cannot be reached: no connection to it" + SET);
    }

    /** Returns the error for a proxy that did not answer in time. */
    static AiError silent(Route route, Duration limit) {
        return of("silent", name(route), "did not answer within " + limit + "; see connectTimeout");
    }

    /** Returns the error for a server that does not speak as an HTTP proxy does, or breaks the connection. */
    static AiError noProxy(Route route) {
        return of(
                "no-proxy",
                name(route),
                "broke the connection before it had let it through: is it an HTTP proxy?" + SET);
    }

    /**
     * Returns the error for a proxy that requires a login.
     *
     * @param sent whether it got one, and refused it
     */
    static AiError login(Route route, boolean sent) {
        AiError error = sent
                ? of("login-refused", name(route), "refuses the login (status 407); see NetworkSettings.withProxyLogin")
                : of(
                        "login-missing",
                        name(route),
                        "asks for a login (status 407), and there is none; see NetworkSettings.withProxyLogin");
        return error.withStatus(Connector.LOGIN_WANTED);
    }

    /** Returns the error for a proxy that does not let a connection through. */
    static AiError refused(Route route, int status) {
        return of(
                        "tunnel",
                        name(route),
                        "answered CONNECT with status " + status + " and does not let the connection through")
                .withStatus(status)
                .withDetail("status", Integer.toString(status));
    }

    private static AiError of(String code, String proxy, String what) {
        return AiError.of(Category.PROXY, code, "the proxy " + proxy + " " + what)
                .withDetail("proxy", proxy);
    }

    private static String name(Route route) {
        InetSocketAddress proxy = route.proxy();
        return proxy == null ? route.authority() : name(proxy);
    }

    static String name(InetSocketAddress proxy) {
        return Route.authority(proxy.getHostString(), proxy.getPort());
    }
}
