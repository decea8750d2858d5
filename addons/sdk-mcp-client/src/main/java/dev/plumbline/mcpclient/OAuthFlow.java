package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The authorization code flow with PKCE, in the browser of the person, and refreshes. */
final class OAuthFlow {
    private final McpAuthorization settings;
    private final OAuthMemory memory;
    private final OAuthHttp http;
    private final ConnectionParts parts;

    OAuthFlow(McpAuthorization settings, OAuthMemory memory, OAuthHttp http, ConnectionParts parts) {
        this.settings = settings;
        this.memory = memory;
        this.http = http;
        this.parts = parts;
    }

    /** Returns tokens that the person grants in the browser. */
    OAuthTokens authorized(OAuthMetadata metadata, Set<String> scopes, Cancellation ends) {
        String state = parts.threads().randomText();
        String verifier = parts.threads().randomText();
        try (LoopbackRedirect redirect = new LoopbackRedirect(state, settings.successPage)) {
            OAuthClient client = client(metadata, redirect.address(), ends);
            Map<String, String> query = new LinkedHashMap<>();
            query.put("response_type", "code");
            query.put("client_id", client.id());
            query.put("redirect_uri", redirect.address().toString());
            query.put("state", state);
            query.put("code_challenge", challenge(verifier));
            query.put("code_challenge_method", "S256");
            query.put("resource", metadata.resource());
            if (!scopes.isEmpty()) {
                query.put("scope", String.join(" ", scopes));
            }
            open(metadata.endpoint("authorization_endpoint", http), query);
            Map<String, String> back = Waits.within(
                    parts.limits().questionTime(),
                    ends,
                    parts.threads().time(),
                    limit -> Waits.shared(redirect.response(), limit));
            String code = code(back, metadata);
            Map<String, String> fields = new LinkedHashMap<>();
            fields.put("grant_type", "authorization_code");
            fields.put("code", code);
            fields.put("redirect_uri", redirect.address().toString());
            fields.put("code_verifier", verifier);
            return token(metadata, client, fields, new Asked(List.copyOf(scopes), Optional.empty(), ends));
        }
    }

    private void open(URI endpoint, Map<String, String> query) {
        String before = endpoint.getRawQuery() == null ? "?" : "&";
        settings.browser.accept(URI.create(endpoint + before + OAuthHttp.encoded(query)));
    }

    /** Returns the code with which the browser came back; the state was checked, the issuer is checked here (RFC 9207). */
    private static String code(Map<String, String> back, OAuthMetadata metadata) {
        String issuer = back.get("iss");
        boolean required = metadata.says("authorization_response_iss_parameter_supported");
        if (issuer == null ? required : !issuer.equals(metadata.issuer())) {
            throw OAuthMetadata.unusable("the browser came back from another authorization server than it was sent to");
        }
        if (back.containsKey("error")) {
            throw OAuthMetadata.unusable("the authorization server, or the person, refused");
        }
        return Optional.ofNullable(back.get("code"))
                .filter(code -> !code.isEmpty())
                .orElseThrow(() -> OAuthMetadata.unusable("the browser came back without a code"));
    }

    private static String challenge(String verifier) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns tokens for a refresh token; empty if the authorization server does not take it any more. */
    Optional<OAuthTokens> refreshed(OAuthMetadata metadata, OAuthTokens old, Cancellation ends) {
        Optional<OAuthClient> client = known(metadata);
        if (client.isEmpty() || old.refresh().isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("grant_type", "refresh_token");
        fields.put("refresh_token", old.refresh().get());
        try {
            return Optional.of(token(metadata, client.get(), fields, new Asked(old.scopes(), old.refresh(), ends)));
        } catch (McpFailure refused) {
            if (ends.isCancelled()) {
                throw refused;
            }
            return Optional.empty();
        }
    }

    private OAuthTokens token(OAuthMetadata metadata, OAuthClient client, Map<String, String> grant, Asked asked) {
        Map<String, String> fields = new LinkedHashMap<>(grant);
        fields.put("resource", metadata.resource());
        fields.putAll(client.fields());
        URI endpoint = metadata.endpoint("token_endpoint", http);
        OAuthHttp.Answer answer = http.form(endpoint, fields, client.headers(), asked.ends());
        if (answer.status() != 200) {
            if (answer.json().get("error").findText().equals(Optional.of("invalid_client"))) {
                memory.forgetClient(metadata.issuer());
            }
            throw OAuthMetadata.unusable("the token endpoint answered with status " + answer.status());
        }
        return OAuthTokens.of(metadata.issuer(), answer.json(), asked.scopes(), asked.refresh());
    }

    private OAuthClient client(OAuthMetadata metadata, URI redirect, Cancellation ends) {
        Optional<OAuthClient> known = byHand(metadata);
        return known.orElseGet(() -> registered(metadata, redirect, ends));
    }

    /** Returns the client that tokens were issued to before. */
    private Optional<OAuthClient> known(OAuthMetadata metadata) {
        return byHand(metadata).or(() -> memory.client(metadata.issuer()).map(json -> OAuthClient.of(json, metadata)));
    }

    /** Returns the client that the host has named: an id, or the address of a metadata document. */
    private Optional<OAuthClient> byHand(OAuthMetadata metadata) {
        if (settings.clientId.isPresent()) {
            if (!settings.issuer.equals(Optional.of(metadata.issuer()))) {
                throw OAuthMetadata.unusable(
                        "the server names another authorization server than the one of clientId(…)");
            }
            Optional<String> secret = settings.clientSecret.map(OAuthFlow::revealed);
            return Optional.of(OAuthClient.of(settings.clientId.get(), secret, metadata));
        }
        return settings.metadata
                .filter(document -> metadata.says("client_id_metadata_document_supported"))
                .map(document -> OAuthClient.of(document.toString(), Optional.empty(), metadata));
    }

    private static String revealed(Secret secret) {
        char[] value = secret.reveal();
        try {
            return new String(value);
        } finally {
            Arrays.fill(value, '\0');
        }
    }

    /** Registers this program (RFC 7591). Its address has another port each time, so each flow registers it. */
    private OAuthClient registered(OAuthMetadata metadata, URI redirect, Cancellation ends) {
        if (!metadata.server().get("registration_endpoint").exists()) {
            throw OAuthMetadata.unusable(
                    "the authorization server does not register programs; set clientId(…) of one that was registered");
        }
        Json request = Json.object()
                .with("client_name", settings.clientName)
                .with("redirect_uris", List.of(redirect.toString()))
                .with("grant_types", List.of("authorization_code", "refresh_token"))
                .with("response_types", List.of("code"))
                .with("application_type", "native")
                .with("token_endpoint_auth_method", OAuthClient.registered(metadata));
        OAuthHttp.Answer answer = http.json(metadata.endpoint("registration_endpoint", http), request, ends);
        if (answer.status() != 200 && answer.status() != 201) {
            throw OAuthMetadata.unusable("the registration was refused with status " + answer.status());
        }
        OAuthClient client = OAuthClient.of(answer.json(), metadata);
        memory.storeClient(metadata.issuer(), answer.json());
        return client;
    }

    /**
     * What a token was asked for with.
     *
     * @param scopes the scopes
     * @param refresh the refresh token that stays if the answer has none
     * @param ends ends the wait
     */
    private record Asked(List<String> scopes, Optional<String> refresh, Cancellation ends) {}
}
