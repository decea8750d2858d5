package dev.plumbline.mcpclient;

import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * The tokens of a server; secrets.
 *
 * @param issuer the authorization server that issued them
 * @param access the token for requests
 * @param refresh the token for new ones, if there is one
 * @param scopes what was granted, or asked for if the answer does not say
 */
record OAuthTokens(String issuer, String access, Optional<String> refresh, List<String> scopes) {
    /** Reads the answer of a token endpoint. */
    static OAuthTokens of(String issuer, Json answer, List<String> asked, Optional<String> refresh) {
        String access = answer.get("access_token")
                .findText()
                .filter(token -> token.length() <= 16_384 && token.matches("[A-Za-z0-9._~+/-]+=*"))
                .orElseThrow(() -> OAuthMetadata.unusable("the authorization server sent no usable token"));
        boolean bearer = answer.get("token_type")
                .findText()
                .map("bearer"::equalsIgnoreCase)
                .orElse(false);
        if (!bearer) {
            throw OAuthMetadata.unusable("the authorization server sent a token of another type than Bearer");
        }
        List<String> granted = answer.get("scope")
                .findText()
                .filter(text -> !text.isBlank())
                .map(text -> List.of(text.strip().split("\\s+")))
                .orElse(asked);
        return new OAuthTokens(
                issuer, access, answer.get("refresh_token").findText().or(() -> refresh), granted);
    }

    Json toJson() {
        Json json = Json.object().with("issuer", issuer).with("access", access).with("scopes", scopes);
        return refresh.map(token -> json.with("refresh", token)).orElse(json);
    }

    static OAuthTokens from(Json json) {
        return new OAuthTokens(
                json.get("issuer").asText(),
                json.get("access").asText(),
                json.get("refresh").findText(),
                JsonMembers.texts(json, "scopes"));
    }

    @Override
    public String toString() {
        return "OAuthTokens[hidden]";
    }
}
