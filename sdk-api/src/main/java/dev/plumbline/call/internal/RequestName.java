package dev.plumbline.call.internal;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.State.StateKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * What names the requests of a session in the next process, too, so that a gateway recognises one that was sent before the
 * program died.
 */
public final class RequestName {
    /** The name; empty by default, and then a request has an id of its process. */
    public static final StateKey<String> KEY = StateKey.of("plumbline.request-name", StateKey.Scope.SESSION, "");

    private RequestName() {}

    /**
     * Returns the idempotency key of a request with that body, if its session has a name. Another body is another request,
     * whatever its name is, because a gateway refuses a known key with another body.
     */
    public static Optional<String> key(AiCall call, byte[] body) {
        String name = call.state().get(KEY);
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            return Optional.of(HexFormat.of().formatHex(sha.digest(body)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
