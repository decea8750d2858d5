package dev.plumbline.providers;

import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.TokenCache;
import dev.plumbline.providers.login.TokenClient;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A login that expires: keeps one access token and fetches another before its end. However many calls need one at the
 * same time, one of them fetches it, on its own thread, and the others wait; a cancelled call stops waiting at once. One
 * source may be used by several providers. Thread-safe; {@code toString} does not show the token.
 */
public final class TokenSource {
    /** The default time before the end of a token at which another one is fetched. */
    public static final Duration MARGIN = Duration.ofMinutes(5);

    private final TokenCache cache;

    private TokenSource(TokenCache cache) {
        this.cache = cache;
    }

    /**
     * Returns a source that fetches tokens with that function. It is called by one thread at a time, which is the thread of
     * a call; the call fails with its AiException.
     *
     * @param fetcher returns a new token; its argument is valid during the call only
     */
    public static TokenSource of(Function<Client, Token> fetcher) {
        return ofLogin(client -> fetcher.apply(new Client(client)).token);
    }

    /** Returns a source of one of the logins of this library. */
    static TokenSource ofLogin(Function<TokenClient, AccessToken> login) {
        return new TokenSource(new TokenCache(login, MARGIN));
    }

    /**
     * Returns a source of the same login, without a token yet, that fetches a token that long before the end of the
     * former one; at most half of a token's time. Default: {@link #MARGIN}.
     *
     * @throws IllegalArgumentException if the time is negative
     */
    public TokenSource withMargin(Duration margin) {
        if (margin.isNegative()) {
            throw new IllegalArgumentException("the margin of a token must not be negative");
        }
        return new TokenSource(cache.withMargin(margin));
    }

    TokenCache cache() {
        return cache;
    }

    @Override
    public String toString() {
        return "TokenSource[" + cache + "]";
    }

    /** A token that a login service issued, with the time of its end. Immutable; {@code toString} does not show it. */
    public static final class Token {
        private final AccessToken token;

        private Token(AccessToken token) {
            this.token = token;
        }

        /**
         * Returns a token that is sent as {@code Authorization: Bearer}.
         *
         * @param value the token, without {@code Bearer}
         * @param expiresAt the wall-clock time from which the service refuses it
         */
        public static Token bearer(Secret value, Instant expiresAt) {
            return new Token(new AccessToken(value, expiresAt));
        }

        /**
         * Returns a key of AWS, with which requests of {@link BedrockConverse} are signed.
         *
         * @param id the id of the access key, which is sent with each request
         * @param secret its secret part, which is never sent
         * @param sessionToken the token of a key that expires; empty for one that does not
         * @param expiresAt the wall-clock time from which the service refuses it
         * @throws IllegalArgumentException if the id is not one of letters and digits
         */
        public static Token aws(String id, Secret secret, Optional<Secret> sessionToken, Instant expiresAt) {
            return new Token(new AccessToken(secret, expiresAt, Optional.of(new AccessToken.AwsKey(id, sessionToken))));
        }

        @Override
        public String toString() {
            return token.toString();
        }
    }

    /**
     * Sends the requests of a login with the proxies, the trust and the allowed hosts of a provider. Follows no redirect.
     * Every method ends as soon as the call that needs the token is cancelled. Used by the thread of that call.
     */
    public static final class Client {
        private final TokenClient client;

        private Client(TokenClient client) {
            this.client = Objects.requireNonNull(client, "client");
        }

        /**
         * Posts a form and returns the JSON object of the answer, as in RFC 6749, section 4.
         *
         * @param address https, or http to this machine
         * @param form the fields in their order; they may be secret
         * @throws AiException if there is no such answer. The error of a login service (RFC 6749, section 5.2) has its
         *     word as code, for example {@code invalid_grant}
         */
        public Json post(URI address, Map<String, String> form) {
            return client.post(address, form);
        }

        /**
         * Returns the JSON object at an address.
         *
         * @param address https, http to this machine, or http to the metadata server of a cloud
         * @param headers further headers
         * @throws AiException as {@link #post} does
         */
        public Json get(URI address, Map<String, String> headers) {
            return client.get(address, headers);
        }

        /** Returns the wall-clock time of the call, from which times of tokens are counted. */
        public Instant now() {
            return client.now();
        }

        /**
         * Waits, for example between two questions whether a user has logged in.
         *
         * @throws AiException CANCELLED or TIMEOUT_TOTAL if the call ends meanwhile
         */
        public void sleep(Duration length) {
            client.sleep(length);
        }
    }
}
