package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.Timeouts;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.client.CustomHeaders;
import dev.plumbline.providers.client.OwnTimeouts;
import dev.plumbline.providers.client.ProviderConfig;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.login.TokenCache;
import dev.plumbline.time.Scheduler;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Configures and builds a provider; all providers have the same settings. Each setter replaces the value. Used by one
 * thread; {@link #build} may be called repeatedly.
 *
 * @param <P> the type of the provider
 */
public final class ProviderBuilder<P extends AiProvider> {
    private static final String NO_MODEL =
            "no model is named for chat completions at OpenAI, whose newest models take tools only in responses:"
                    + " use OpenAiResponses.builder(), or OpenAiChat.builder(model)";

    private final String model;
    private final Function<URI, ServerDialect> guess;
    private final Function<ProviderConfig, P> maker;
    private String id;
    private URI base;
    private boolean keyFromEnv;
    private Optional<Secret> key = Optional.empty();
    private Optional<TokenCache> tokens = Optional.empty();
    private Optional<ServerDialect> dialect = Optional.empty();
    private OwnTimeouts timeouts = OwnTimeouts.NONE;
    private NetworkSettings network = NetworkSettings.ofDefaults();
    private Optional<Scheduler> time = Optional.empty();
    private Optional<BiConsumer<String, byte[]>> tap = Optional.empty();
    private boolean streaming = true;
    private boolean failsOnUnsupportedOptions;
    private boolean leavesOutUnsupportedMedia;
    private Optional<String> apiVersion = Optional.empty();
    private CustomHeaders headers = CustomHeaders.NONE;
    private final Set<String> plainHttp = new HashSet<>();
    private boolean modelNamed = true;
    private Optional<String> region = Optional.empty();
    private Optional<String> account = Optional.empty();

    /**
     * Creates a builder with the id and address of a service, and a function that returns the dialect of an address.
     */
    ProviderBuilder(ModelId model, URI base, Function<URI, ServerDialect> guess, Function<ProviderConfig, P> maker) {
        ModuleVersions.check(ProviderBuilder.class);
        this.id = model.provider();
        this.model = model.name();
        this.base = base;
        this.guess = guess;
        this.maker = maker;
    }

    /**
     * Sets the provider's id, for two providers of one kind, or for a local server such as {@code ollama}.
     *
     * @throws IllegalArgumentException if it is empty or contains a colon
     */
    public ProviderBuilder<P> id(String id) {
        this.id = new ModelId(id, model).provider();
        return this;
    }

    /** Reads the key from the provider's usual environment variable, in {@link #build}. */
    public ProviderBuilder<P> apiKeyFromEnv() {
        keyFromEnv = true;
        key = Optional.empty();
        tokens = Optional.empty();
        return this;
    }

    /** Sets the key; it is read at each call. */
    public ProviderBuilder<P> apiKey(Secret key) {
        keyFromEnv = false;
        this.key = Optional.of(key);
        tokens = Optional.empty();
        return this;
    }

    /**
     * Sets a login that expires, instead of a key: each request has {@code Authorization: Bearer} and a token of the
     * source. A token is fetched by the first call, never by {@link #build}. If the service refuses a token (401) that
     * an earlier call fetched, the request is repeated once with a new one; a refused new token is AUTHENTICATION.
     */
    public ProviderBuilder<P> tokenSource(TokenSource source) {
        keyFromEnv = false;
        key = Optional.empty();
        tokens = Optional.of(source.cache());
        return this;
    }

    /**
     * Sets a name of the account that the key or login belongs to. By default an account is known by the header {@code
     * OpenAI-Organization}, else by its key, so that another key counts as another account, whose models may be unable to
     * read encrypted parts of earlier answers. With a name they are sent on after a key was replaced. A conversation
     * stores a digest of the name or the key, never one of them.
     *
     * @throws IllegalArgumentException if it is empty
     */
    public ProviderBuilder<P> account(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException("the name of an account is not empty");
        }
        account = Optional.of(name);
        return this;
    }

    /**
     * Sets the server's address, including {@code /v1}.
     *
     * @throws IllegalArgumentException if it is neither https, nor http to this machine or to a host that was passed to
     *     {@link #allowPlainHttp} before, or if it contains credentials
     */
    public ProviderBuilder<P> baseUrl(String url) {
        base = EndpointUrls.base(url, plainHttp);
        return this;
    }

    /**
     * Allows http without encryption to a host of the local network, for example a model server: {@code
     * allowPlainHttp("gpu-box")}, before {@link #baseUrl}. Everyone in that network can read and change the requests,
     * and no key is needed. Other hosts stay refused.
     *
     * @param host a name without dots, a name in {@code .local}, {@code .lan}, {@code .internal} or {@code .home.arpa},
     *     or a private address
     * @throws IllegalArgumentException for any other host
     */
    public ProviderBuilder<P> allowPlainHttp(String host) {
        plainHttp.add(EndpointUrls.localHost(host));
        return this;
    }

    /**
     * Adds a header to every request, for example {@code OpenAI-Project} or {@code anthropic-beta}. Its name and a
     * keyed hash of its value are part of the cache key.
     *
     * @throws IllegalArgumentException if the name is not valid, is set by the provider, or was added before; if the
     *     value is not a valid header value
     */
    public ProviderBuilder<P> addHeader(String name, String value) {
        headers = headers.with(name, Secret.of(value.toCharArray()), false);
        return this;
    }

    /**
     * Adds a header with a secret value, which is read for each request, never shown, and not part of the cache key.
     */
    public ProviderBuilder<P> addHeader(String name, Secret value) {
        headers = headers.with(name, value, true);
        return this;
    }

    /**
     * Adds a header whose value a policy sets for a call, such as the ticket or the user of a gateway: {@code
     * call.withAttribute(attribute, value)}. A call without the attribute is sent without the header. The value is never
     * shown, and not part of the cache key.
     *
     * @throws IllegalArgumentException as {@link #addHeader(String, String)}
     */
    public ProviderBuilder<P> addHeader(String name, TypedKey<String> attribute) {
        headers = headers.with(name, attribute);
        return this;
    }

    /**
     * Sets the version of Anthropic's API by its date; default: {@code 2026-10-21} at api.anthropic.com, and {@code
     * 2023-06-01} at other addresses. Options that the version does not accept are left out, with a note in the trace.
     *
     * @throws IllegalArgumentException at {@link #build}, if it is not a date, or for a provider of another format
     */
    public ProviderBuilder<P> apiVersion(String date) {
        apiVersion = Optional.of(date);
        return this;
    }

    /**
     * Sets the dialect where several servers share one format: openai, azure, groq, openrouter, ollama, llama.cpp,
     * lm-studio, vllm, compatible. Default: derived from the address.
     *
     * @throws IllegalArgumentException if there is no dialect with that name
     */
    public ProviderBuilder<P> dialect(String name) {
        dialect = Optional.of(ServerDialect.of(name));
        return this;
    }

    /** Sets the time until the connection of an attempt is open, TLS included; default: 10 seconds. TIMEOUT_CONNECT. */
    public ProviderBuilder<P> connectTimeout(Duration limit) {
        timeouts = new OwnTimeouts(Optional.of(limit), timeouts.firstEvent(), timeouts.idle(), timeouts.total());
        return this;
    }

    /**
     * Sets the time from the connection to the first event of the response; TIMEOUT_IDLE. Default: 60 seconds, and more for
     * reasoning (2, 5 or 10 minutes by effort), for requests over 64 KiB (a second for each 4 KiB, 5 minutes at most), and
     * for servers on this machine or in the local network, which may load a model first (10 minutes).
     */
    public ProviderBuilder<P> firstEventTimeout(Duration limit) {
        timeouts = new OwnTimeouts(timeouts.connect(), Optional.of(limit), timeouts.idle(), timeouts.total());
        return this;
    }

    /**
     * Sets the time between two events of the response; default: 30 seconds, and 5 minutes for servers on this machine or in
     * the local network. TIMEOUT_IDLE. Heartbeats are not events, and the time a receiver takes does not count.
     */
    public ProviderBuilder<P> idleTimeout(Duration limit) {
        timeouts = new OwnTimeouts(timeouts.connect(), timeouts.firstEvent(), Optional.of(limit), timeouts.total());
        return this;
    }

    /**
     * Sets the time of one attempt from its beginning to its end. TIMEOUT_TOTAL. Default: 10 minutes, and more by as much as
     * the limit for the first event is longer than 60 seconds.
     */
    public ProviderBuilder<P> totalTimeout(Duration limit) {
        timeouts = new OwnTimeouts(timeouts.connect(), timeouts.firstEvent(), timeouts.idle(), Optional.of(limit));
        return this;
    }

    ProviderBuilder<P> timeouts(Timeouts own) {
        return connectTimeout(own.connect())
                .firstEventTimeout(own.firstEvent())
                .idleTimeout(own.idle())
                .totalTimeout(own.total());
    }

    /** Sets the proxies, the trusted certificates and the allowed hosts; default: the system's, the JDK's, any. */
    public ProviderBuilder<P> network(NetworkSettings network) {
        this.network = network;
        return this;
    }

    /** Sets the clock of the deadlines; default: that of the runtime, or real time without one. */
    public ProviderBuilder<P> time(Scheduler time) {
        this.time = Optional.of(time);
        return this;
    }

    /**
     * Sets whether answers are streamed; default: true. Switch it off for a server that cannot stream. If a server
     * refuses to stream before any content arrived, the request is repeated for a whole answer, and later calls of that
     * model are not streamed. A whole answer has the deadline {@link #totalTimeout}, because no part of it arrives
     * before it is finished.
     */
    public ProviderBuilder<P> streaming(boolean on) {
        streaming = on;
        return this;
    }

    /**
     * Sets whether a call fails before sending if it has an option that the model or the service does not take, for
     * example a temperature for a model that reasons; default: false, the option is left out with a note in the trace.
     */
    public ProviderBuilder<P> failOnUnsupportedOptions(boolean on) {
        failsOnUnsupportedOptions = on;
        return this;
    }

    /**
     * Sets whether a sentence replaces an attachment of the newest message that cannot be sent, for example an image in
     * TIFF, as it always does in older messages and tool results; default: false, the call fails before sending.
     */
    public ProviderBuilder<P> leaveOutUnsupportedMedia(boolean on) {
        leavesOutUnsupportedMedia = on;
        return this;
    }

    /**
     * Sets a listener of the raw bytes of answers before they are decoded, for debugging; default: none. They are
     * <em>content</em> and must never be written to telemetry. It is called on the thread of the call; after an exception
     * it is not called again during that call.
     *
     * @param tap takes the name of an event of the stream, or empty, {@code body} for a whole answer, {@code error} for the
     *     body of an error response; and a copy of the bytes
     */
    public ProviderBuilder<P> tap(BiConsumer<String, byte[]> tap) {
        this.tap = Optional.of(tap);
        return this;
    }

    /** Sets the region in signatures of AWS. */
    ProviderBuilder<P> region(String name) {
        region = Optional.of(name);
        return this;
    }

    /** Marks the model as not named by the program. */
    ProviderBuilder<P> withoutModel() {
        modelNamed = false;
        return this;
    }

    /**
     * Builds the provider. It opens nothing and starts no thread before the first call.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION if a setting is missing; says which and where to get it
     */
    public P build() {
        ServerDialect known = dialect.isPresent() ? dialect.get() : guess.apply(base);
        ServerDialect spoken = streaming ? known : known.with(ServerDialect.Feature.WHOLE_ANSWERS);
        if (failsOnUnsupportedOptions) {
            spoken = spoken.with(ServerDialect.Feature.FAILS_ON_UNSUPPORTED);
        }
        if (leavesOutUnsupportedMedia) {
            spoken = spoken.with(ServerDialect.Feature.LEAVES_OUT_MEDIA);
        }
        return maker.apply(new ProviderConfig(
                id,
                model,
                base,
                complete(spoken),
                tokens,
                spoken,
                timeouts,
                network,
                time,
                tap,
                apiVersion,
                headers,
                region,
                account));
    }

    /** Returns the key, after checking that nothing is missing; an error names everything that is. */
    private Optional<Secret> complete(ServerDialect spoken) {
        boolean hasModel = modelNamed || !guess.apply(base).equals(ServerDialect.OPENAI);
        Optional<Secret> known;
        try {
            known = key(spoken);
        } catch (AiException noKey) {
            throw hasModel ? noKey : noModel("; and " + noKey.error().message());
        }
        if (!hasModel) {
            throw noModel("");
        }
        return known;
    }

    private static AiException noModel(String more) {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, "no-model", NO_MODEL + more));
    }

    private Optional<Secret> key(ServerDialect spoken) {
        if (keyFromEnv) {
            return Optional.of(keyFromEnv(spoken));
        }
        if (key.isEmpty() && tokens.isEmpty() && !EndpointUrls.isLocal(base)) {
            String remedy =
                    "no key is set for provider " + id + ". Call apiKeyFromEnv() to read " + spoken.keyVariable()
                            + ", or pass a key with apiKey(Secret), or a login with tokenSource(TokenSource).";
            throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "no-key", remedy)
                    .withDetail("provider", spoken.displayName(id))
                    .withDetail("variable", spoken.keyVariable()));
        }
        return key;
    }

    private Secret keyFromEnv(ServerDialect spoken) {
        try {
            return Secret.fromEnv(spoken.keyVariable());
        } catch (AiException e) {
            throw new AiException(e.error().withDetail("provider", spoken.displayName(id)));
        }
    }
}
