package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The login of one call: the token of its latest attempt. A call with a fixed key has none. One thread. */
final class CallLogin {
    private static final int UNAUTHORISED = 401;

    private final Optional<TokenSource> source;
    private final Supplier<TokenClient> client;
    private TokenSource.@Nullable Lease lease;

    /** Creates the login of a call; the client is only created for a source. */
    CallLogin(Optional<TokenSource> source, Supplier<TokenClient> client) {
        this.source = source;
        this.client = client;
    }

    /**
     * Returns the token of the next attempt; empty with a fixed key.
     *
     * @throws dev.plumbline.event.AiException if it cannot be fetched
     */
    Optional<AccessToken> token() {
        if (source.isEmpty()) {
            return Optional.empty();
        }
        TokenSource.Lease taken = source.get().take(client.get());
        lease = taken;
        return Optional.of(taken.token());
    }

    /** Returns the wall-clock time of the call. */
    Instant now() {
        return client.get().now();
    }

    /**
     * Returns whether another attempt has another token: the service refused a token that was kept from an earlier call,
     * and may have been revoked or replaced since. A token that was just fetched is not fetched again.
     */
    boolean isRenewed(AiError error) {
        TokenSource.Lease used = lease;
        if (used == null || used.fresh() || !isRefusal(used.token(), error)) {
            return false;
        }
        source.orElseThrow().drop(used.token());
        return true;
    }

    /** AWS refuses an expired key with the status of a missing permission. */
    private static boolean isRefusal(AccessToken token, AiError error) {
        return token.aws().isPresent()
                ? error.category() == AiError.Category.AUTHENTICATION
                : error.status().orElse(0) == UNAUTHORISED;
    }
}
