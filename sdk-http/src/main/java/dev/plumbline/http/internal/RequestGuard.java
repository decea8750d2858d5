package dev.plumbline.http.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Set;

/**
 * Refuses requests of other pages and of programs without the token, before anything of a request is read. A page that
 * was given a name which leads to this machine (DNS rebinding) sends its own name as {@code Host}.
 */
public final class RequestGuard {
    private final Set<String> hosts;
    private final Set<String> origins;
    private final byte[] token;
    private final String whereTokenIs;

    /**
     * Creates the guard of a server.
     *
     * @param whereTokenIs says to a person where the token is
     */
    public RequestGuard(int port, String token, String whereTokenIs) {
        this.hosts = Set.of("127.0.0.1:" + port, "localhost:" + port);
        this.origins = Set.of("http://127.0.0.1:" + port, "http://localhost:" + port);
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.whereTokenIs = whereTokenIs;
    }

    /**
     * Checks where a request comes from and goes to.
     *
     * @throws RequestRefusal with status 403
     */
    public void checkOrigin(ServerExchange request) {
        if (request.isRepeated("Host")
                || request.header("Host").filter(hosts::contains).isEmpty()) {
            throw new RequestRefusal(403, "the header Host must be the address of this server on this machine");
        }
        if (request.isRepeated("Origin")
                || request.header("Origin").filter(o -> !origins.contains(o)).isPresent()) {
            throw new RequestRefusal(403, "pages of other origins must not use this server");
        }
    }

    /**
     * Checks the token.
     *
     * @throws RequestRefusal with status 401
     */
    public void checkToken(ServerExchange request) {
        String given = request.header("Authorization").orElse("");
        boolean bearer = given.regionMatches(true, 0, "Bearer ", 0, 7);
        byte[] sent = (bearer ? given.substring(7).strip() : "").getBytes(StandardCharsets.UTF_8);
        if (request.isRepeated("Authorization") || !MessageDigest.isEqual(sent, token)) {
            request.setHeader("WWW-Authenticate", "Bearer");
            throw new RequestRefusal(401, "the token is missing or wrong; " + whereTokenIs);
        }
    }
}
