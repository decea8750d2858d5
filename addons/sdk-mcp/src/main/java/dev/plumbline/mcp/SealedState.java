package dev.plumbline.mcp;

import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.internal.HmacSha256;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;

/**
 * The state of a call that waits for input, as the client carries it: which call, which round of it, for which request
 * and client, and until when. Signed with HMAC-SHA-256, so that a client can neither make nor change one.
 */
final class SealedState {
    private final SecretKeySpec key;

    /** Creates the states of a server; states of another server or of its last run do not fit. */
    SealedState(byte[] key) {
        this.key = new SecretKeySpec(key, HmacSha256.NAME);
    }

    /** Returns the text that the client sends back. */
    String seal(Content content) {
        byte[] payload = Json.object()
                .with("call", content.call())
                .with("round", content.round())
                .with("request", content.request())
                .with("client", content.client())
                .with("until", content.untilMillis())
                .text()
                .getBytes(StandardCharsets.UTF_8);
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(payload) + "." + encoder.encodeToString(HmacSha256.of(key, payload));
    }

    /**
     * Reads a state that a client sent.
     *
     * @throws JsonRpc.Failure if it was not made by this server
     */
    Content open(String text) {
        int dot = text.indexOf('.');
        try {
            byte[] payload = Base64.getUrlDecoder().decode(text.substring(0, Math.max(0, dot)));
            byte[] signature = Base64.getUrlDecoder().decode(text.substring(dot + 1));
            if (dot > 0 && MessageDigest.isEqual(signature, HmacSha256.of(key, payload))) {
                Json json = Json.parse(payload);
                return new Content(
                        json.get("call").asText(),
                        json.get("round").asInt(),
                        json.get("request").asText(),
                        json.get("client").asText(),
                        json.get("until").asLong());
            }
        } catch (IllegalArgumentException | JsonException malformed) {
            // the same answer as for a wrong signature
        }
        throw JsonRpc.invalidParams("this requestState was not made by this server; send the request without it");
    }

    /**
     * What a state says.
     *
     * @param call the id of the call
     * @param round the number of the question of that call
     * @param request the digest of method and parameters
     * @param client the client, see {@link Peer#owner}
     * @param untilMillis the end of its validity, in milliseconds since 1970
     */
    record Content(String call, int round, String request, String client, long untilMillis) {}
}
