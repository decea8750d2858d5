package dev.plumbline.providers;

import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.TokenCache;
import dev.plumbline.providers.login.TokenClient;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
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

    /**
     * Returns the login that AWS's own tools find, for {@link BedrockConverse}: {@code AWS_ACCESS_KEY_ID} and its companions;
     * otherwise the profile in {@code AWS_PROFILE}, or {@code default} if there is one; otherwise the container in {@code
     * AWS_CONTAINER_CREDENTIALS_RELATIVE_URI} or {@code …_FULL_URI} (ECS, EKS); otherwise the instance (EC2). Requests are
     * signed (Signature Version 4); no secret is sent. Nothing is read or asked before the first call.
     */
    public static TokenSource aws() {
        return AwsLogin.of(System::getenv);
    }

    /**
     * Returns the keys of a profile in {@code ~/.aws/credentials} or {@code ~/.aws/config}, or in the files that {@code
     * AWS_SHARED_CREDENTIALS_FILE} and {@code AWS_CONFIG_FILE} name. They are read again every quarter of an hour. A
     * profile without keys of its own is CONFIGURATION {@code login-profile} at the call.
     */
    public static TokenSource awsProfile(String name) {
        return AwsLogin.ofProfile(name);
    }

    /** Returns the login of a container of AWS, for programs in ECS, and in EKS with its pod identity; without a proxy. */
    public static TokenSource awsContainer() {
        return AwsLogin.container();
    }

    /** Returns the login of an instance of EC2, by version 2 of its metadata service; without a proxy. */
    public static TokenSource awsInstance() {
        return AwsLogin.instance();
    }

    /** Returns a key of AWS without an end; it is read at each call. */
    public static TokenSource awsKey(String id, Secret secret) {
        return AwsLogin.accessKey(id, secret);
    }

    /**
     * Returns the login of an application in Microsoft Entra, for Azure (RFC 6749, section 4.4).
     *
     * @param tenant the id or domain of the directory
     * @param clientId the id of the application
     * @param secret the secret of the application; it is read for each token
     * @throws IllegalArgumentException if the tenant has characters that an address cannot hold
     */
    public static TokenSource entraSecret(String tenant, String clientId, Secret secret) {
        return EntraLogin.clientSecret(tenant, clientId, secret);
    }

    /**
     * Returns the managed identity of a machine in Azure: of an app service if {@code IDENTITY_ENDPOINT} and {@code
     * IDENTITY_HEADER} are set, otherwise of a virtual machine. No request for it goes through a proxy.
     */
    public static TokenSource entraManagedIdentity() {
        return EntraLogin.managedIdentity();
    }

    /**
     * Returns the login of a user of Azure by a code, for desktops (RFC 8628). The first call asks for a code, passes it to
     * the listener, and waits until the user has entered it, which ends with the call's cancellation or the code. Later
     * tokens are fetched without the user as long as the directory allows it; the login is kept in memory alone.
     *
     * @param tenant the id or domain of the directory, or {@code organizations}
     * @param clientId the id of a public client application
     * @param listener shows the code to the user; called on the thread of the call
     * @throws IllegalArgumentException if the tenant has characters that an address cannot hold
     */
    public static TokenSource entraDeviceCode(String tenant, String clientId, Consumer<DeviceCode> listener) {
        return EntraLogin.deviceCode(tenant, clientId, listener);
    }

    /**
     * Returns the login that Google's own libraries find, for Vertex AI: the file in {@code GOOGLE_APPLICATION_CREDENTIALS};
     * otherwise the file that {@code gcloud auth application-default login} writes, if there is one; otherwise the metadata
     * server. The file is looked for now, and read at the first call.
     */
    public static TokenSource google() {
        return GoogleLogin.ofEnvironment();
    }

    /**
     * Returns the login of Google Cloud in a file of the type {@code service_account} (RFC 7523) or {@code authorized_user}.
     * It is read for each token, so it may be replaced. A file that cannot be used is CONFIGURATION {@code login-file} at the
     * call.
     */
    public static TokenSource googleFile(Path file) {
        return GoogleLogin.ofFile(file);
    }

    /** Returns the login of the machine, for programs in Google Cloud; without a proxy. */
    public static TokenSource googleMetadataServer() {
        return GoogleLogin.metadataServer();
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

    /**
     * What a user has to do to log in with another device or a browser (RFC 8628): open an address and enter a code.
     *
     * @param userCode the code to enter; it is worth nothing without the user's own login
     * @param verificationUri the address to open
     * @param expiresAt the wall-clock time until which the code can be entered
     */
    public record DeviceCode(String userCode, String verificationUri, Instant expiresAt) {

        /** Returns a sentence for the user, in English. */
        public String userMessage() {
            return "To log in, open " + verificationUri + " in a browser and enter the code " + userCode + ".";
        }
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
