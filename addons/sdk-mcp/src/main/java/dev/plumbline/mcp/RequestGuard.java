package dev.plumbline.mcp;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Refuses requests of web pages and of programs without the token, before anything of a request is read. A page that
 * was given a name which leads to this machine (DNS rebinding) sends its own name as {@code Host}.
 */
final class RequestGuard {
    private final Set<String> hosts;
    private final Set<String> origins;
    private final byte[] token;
    private final RateLimit rate;

    RequestGuard(int port, String token, RateLimit rate) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
        this.origins = Set.of("http://127.0.0.1:" + port, "http://localhost:" + port, "http://[::1]:" + port);
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.rate = rate;
    }

    /**
     * Checks the headers of a request.
     *
     * @throws RpcException with status 403, 401 or 429
     */
    void check(HttpAnswer request) {
        if (request.isRepeated("Host")
                || !request.header("Host").filter(hosts::contains).isPresent()) {
            throw RpcException.refused(403, "the header Host must be the address of this server on this machine");
        }
        if (request.isRepeated("Origin")
                || request.header("Origin").filter(o -> !origins.contains(o)).isPresent()) {
            throw RpcException.refused(403, "pages of other origins must not use this server");
        }
        if (request.isRepeated("Authorization") || !hasToken(request)) {
            request.setHeader("WWW-Authenticate", "Bearer");
            throw RpcException.refused(
                    401,
                    "the token is missing or wrong; it is in the access file of the program that runs this server");
        }
        if (!rate.tryAcquire()) {
            request.setHeader("Retry-After", "1");
            throw RpcException.refused(429, "too many requests; wait a second");
        }
    }

    private boolean hasToken(HttpAnswer request) {
        String given = request.header("Authorization").orElse("");
        boolean bearer = given.regionMatches(true, 0, "Bearer ", 0, 7);
        byte[] sent = (bearer ? given.substring(7).strip() : "").getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(sent, token);
    }
}
