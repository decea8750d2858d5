package dev.plumbline.mcpclient;

import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.net.URI;
import java.util.Optional;

/** What is kept of a server's authorization: its tokens, and the registration at each authorization server. */
final class OAuthMemory {
    private final McpStore store;
    private final URI server;

    OAuthMemory(McpStore store, URI server) {
        this.store = store;
        this.server = server;
    }

    private String tokenKey() {
        return "mcp-tokens " + server;
    }

    private String clientKey(String issuer) {
        return "mcp-client " + issuer + " " + server;
    }

    Optional<OAuthTokens> tokens() {
        return read(tokenKey()).flatMap(json -> {
            try {
                return Optional.of(OAuthTokens.from(json));
            } catch (JsonException damaged) {
                return Optional.empty();
            }
        });
    }

    void store(OAuthTokens tokens) {
        store.write(tokenKey(), tokens.toJson().text());
    }

    void forgetTokens() {
        store.write(tokenKey(), "");
    }

    /** Returns the registration at an authorization server; those of others are never used there. */
    Optional<Json> client(String issuer) {
        return read(clientKey(issuer));
    }

    void storeClient(String issuer, Json registration) {
        store.write(clientKey(issuer), registration.text());
    }

    void forgetClient(String issuer) {
        store.write(clientKey(issuer), "");
    }

    private Optional<Json> read(String key) {
        try {
            return store.read(key).filter(text -> !text.isEmpty()).map(Json::parse);
        } catch (JsonException damaged) {
            return Optional.empty();
        }
    }
}
