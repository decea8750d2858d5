package dev.plumbline.providers;

import dev.plumbline.call.Cancellation;
import dev.plumbline.event.AiError;
import dev.plumbline.http.HttpTransport;
import dev.plumbline.time.Scheduler;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The login of one call: the token of its latest attempt. A call with a fixed key has none. One thread. */
final class CallLogin {
    private static final int UNAUTHORISED = 401;

    private final Optional<TokenSource> source;
    private final HttpTransport transport;
    private final Optional<Scheduler> time;
    private final Cancellation cancellation;
    private TokenSource.@Nullable Lease lease;

    /** Creates the login of a call with that scheduler and cancellation; without a source it has no token. */
    CallLogin(
            Optional<TokenSource> source,
            HttpTransport transport,
            Optional<Scheduler> time,
            Cancellation cancellation) {
        this.source = source;
        this.transport = transport;
        this.time = time;
        this.cancellation = cancellation;
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
