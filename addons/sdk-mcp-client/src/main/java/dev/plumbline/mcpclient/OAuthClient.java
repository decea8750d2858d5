package dev.plumbline.mcpclient;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * This program as a client of an authorization server.
 *
 * @param id its id
 * @param secret its secret, if it has one
 * @param method how it authenticates at the token endpoint: none, client_secret_basic or client_secret_post
 */
record OAuthClient(String id, Optional<String> secret, String method) {
    private static final String BASIC = "client_secret_basic";
    private static final String POST = "client_secret_post";

    /** Returns a client whose method is the first of its own that the authorization server supports. */
    static OAuthClient of(String id, Optional<String> secret, OAuthMetadata metadata) {
        return new OAuthClient(id, secret, secret.isEmpty() ? "none" : method(metadata));
    }

    /** Returns the client of a registration. */
    static OAuthClient of(Json registration, OAuthMetadata metadata) {
        String id = registration
                .get("client_id")
                .findText()
                .filter(text -> !text.isBlank() && text.length() <= 2_048)
                .orElseThrow(() -> OAuthMetadata.unusable("the registration has no client_id"));
        Optional<String> secret = registration.get("client_secret").findText();
        Optional<String> said = registration
                .get("token_endpoint_auth_method")
                .findText()
                .filter(List.of("none", BASIC, POST)::contains);
        return secret.isEmpty()
                ? new OAuthClient(id, secret, "none")
                : new OAuthClient(id, secret, said.orElseGet(() -> method(metadata)));
    }

    private static String method(OAuthMetadata metadata) {
        List<String> offered = JsonMembers.texts(metadata.server(), "token_endpoint_auth_methods_supported");
        return offered.isEmpty() || offered.contains(BASIC) ? BASIC : POST;
    }

    /** Returns the method to register with. */
    static String registered(OAuthMetadata metadata) {
        List<String> offered = JsonMembers.texts(metadata.server(), "token_endpoint_auth_methods_supported");
        return offered.contains("none") ? "none" : method(metadata);
    }

    /** Returns the fields that identify the client in a token request. */
    Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!method.equals(BASIC)) {
            fields.put("client_id", id);
        }
        if (method.equals(POST)) {
            fields.put("client_secret", secret.orElse(""));
        }
        return fields;
    }

    /** Returns the headers that identify the client in a token request. */
    Map<String, String> headers() {
        if (!method.equals(BASIC)) {
            return Map.of();
        }
        String pair = URLEncoder.encode(id, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(secret.orElse(""), StandardCharsets.UTF_8);
        return Map.of(
                "Authorization", "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public String toString() {
        return "OAuthClient[" + method + "]";
    }
}
