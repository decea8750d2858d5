package dev.plumbline.providers.login;

import dev.plumbline.event.AiError;
import dev.plumbline.provider.Secret;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The login of one call: its fixed key, or the token of its latest attempt. One thread. */
public final class CallLogin {
    private static final int UNAUTHORISED = 401;

    private final Optional<Secret> fixed;
    private final Optional<TokenCache> source;
    private final TokenClient client;
    private TokenCache.@Nullable Lease lease;
    private @Nullable String key;

    /** Creates the login of a call; without a source it has no token. */
    public CallLogin(Optional<Secret> fixed, Optional<TokenCache> source, TokenClient client) {
        this.fixed = fixed;
        this.source = source;
        this.client = client;
    }

    /**
     * Returns the fixed key, which is read once for a call; null if there is none.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if it cannot be read, or not be sent
     */
    @Nullable
    public String key() {
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
    public AccessToken token() {
        if (source.isEmpty()) {
            return null;
        }
        TokenCache.Lease taken = source.get().take(client);
        lease = taken;
        return taken.token();
    }

    /** Returns the wall-clock time of the call. */
    public Instant now() {
        return client.now();
    }

    /**
     * Returns whether another attempt has another token: the service refused a token that was kept from an earlier call,
     * and may have been revoked or replaced since. A token that was just fetched is not fetched again.
     */
    public boolean isRenewed(AiError error) {
        TokenCache.Lease used = lease;
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
