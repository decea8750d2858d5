package dev.plumbline.providers;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.http.internal.HttpTransport;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Scheduler;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The login of one call: its fixed key, or the token of its latest attempt. One thread. */
final class CallLogin {
    private static final int UNAUTHORISED = 401;

    private final Optional<Secret> fixed;
    private final Optional<TokenSource> source;
    private final HttpTransport transport;
    private final Optional<Scheduler> time;
    private final Cancellation cancellation;
    private TokenSource.@Nullable Lease lease;
    private @Nullable String key;

    /** Creates the login of a call with that scheduler and cancellation; without a source it has no token. */
    CallLogin(ProviderConfig wire, HttpTransport transport, Optional<Scheduler> time, Cancellation cancellation) {
        this.fixed = wire.key();
        this.source = wire.tokens();
        this.transport = transport;
        this.time = time;
        this.cancellation = cancellation;
    }

    /**
     * Returns the fixed key, which is read once for a call; null if there is none.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if it cannot be read, or not be sent
     */
    @Nullable
    String key() {
        if (key == null && fixed.isPresent()) {
            key = SecretText.text(fixed.get());
        }
        return key;
    }

    /**
     * Returns the token of the next attempt; null with a fixed key.
     *
     * @throws dev.plumbline.event.AiException if it cannot be fetched
     */
    @Nullable
    AccessToken token() {
        if (source.isEmpty()) {
            return null;
        }
        TokenSource.Lease taken = source.get().take(new TokenClient(transport, time, cancellation));
        lease = taken;
        return taken.token();
    }

    /** Returns the wall-clock time of the call. */
    Instant now() {
        return transport.now(time);
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
