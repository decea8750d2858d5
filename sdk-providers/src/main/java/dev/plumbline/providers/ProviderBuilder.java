package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.EndpointUrls;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.Timeouts;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Scheduler;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * Configures any of the providers: they differ in the wire, not in what one sets. Each setter replaces what was set
 * before. Used by one thread; {@link #build} may be called again and again.
 *
 * @param <P> the provider it builds
 */
public final class ProviderBuilder<P extends AiProvider> {
    private final String model;
    private final Function<URI, ServerDialect> guess;
    private final Function<ProviderConfig, P> maker;
    private String id;
    private URI base;
    private boolean keyFromEnv;
    private Optional<Secret> key = Optional.empty();
    private Optional<ServerDialect> dialect = Optional.empty();
    private Timeouts timeouts = Timeouts.ofDefaults();
    private NetworkSettings network = NetworkSettings.ofDefaults();
    private Optional<Scheduler> time = Optional.empty();
    private Optional<RawResponseListener> tap = Optional.empty();
    private boolean streaming = true;

    /** A builder that starts with the id and address of a service, and knows who is spoken to at which address. */
    ProviderBuilder(ModelId model, URI base, Function<URI, ServerDialect> guess, Function<ProviderConfig, P> maker) {
        this.id = model.provider();
        this.model = model.name();
        this.base = base;
        this.guess = guess;
        this.maker = maker;
    }

    /**
     * Sets the provider's id: to have two of one kind, or to name a local server, e.g. {@code ollama}.
     *
     * @throws IllegalArgumentException when it is empty or holds a colon
     */
    public ProviderBuilder<P> id(String id) {
        this.id = new ModelId(id, model).provider();
        return this;
    }

    /** Takes the key from the provider's usual environment variable; read by {@link #build}. */
    public ProviderBuilder<P> apiKeyFromEnv() {
        keyFromEnv = true;
        key = Optional.empty();
        return this;
    }

    /** Takes the key from anywhere else; read at each call. */
    public ProviderBuilder<P> apiKey(Secret key) {
        keyFromEnv = false;
        this.key = Optional.of(key);
        return this;
    }

    /**
     * Sets the server's address, {@code /v1} included.
     *
     * @throws IllegalArgumentException when it is neither https nor http to this machine, or holds a login
     */
    public ProviderBuilder<P> baseUrl(String url) {
        base = EndpointUrls.base(url);
        return this;
    }

    /**
     * Sets which server it is, where several speak one format: openai, azure, groq, openrouter, ollama, llama.cpp,
     * lm-studio, vllm, compatible. Guessed from the address unless given.
     *
     * @throws IllegalArgumentException for another name
     */
    public ProviderBuilder<P> dialect(String name) {
        dialect = Optional.of(ServerDialect.of(name));
        return this;
    }

    /** Sets the deadlines of an attempt; {@link Timeouts#ofDefaults} unless given. */
    public ProviderBuilder<P> timeouts(Timeouts timeouts) {
        this.timeouts = timeouts;
        return this;
    }

    /** Sets the proxies on the way to the server; the system's unless given. Changes {@link #network} in that alone. */
    public ProviderBuilder<P> proxy(ProxySelector proxy) {
        network = network.withProxy(proxy);
        return this;
    }

    /** Sets whose certificates count; those the JDK trusts unless given. Changes {@link #network} in that alone. */
    public ProviderBuilder<P> trust(SSLContext tls) {
        network = network.withTrust(tls);
        return this;
    }

    /** Sets the whole way to the server: proxies, trust, protocol, allowed hosts, client; the defaults unless given. */
    public ProviderBuilder<P> network(NetworkSettings network) {
        this.network = network;
        return this;
    }

    /** Sets whose time the deadlines obey; that of the runtime, or real time, unless given. */
    public ProviderBuilder<P> time(Scheduler time) {
        this.time = Optional.of(time);
        return this;
    }

    /**
     * Sets whether answers are streamed; they are unless it is switched off, for a server that cannot. A server that refuses to
     * stream before anything arrived is asked again for a whole answer by itself, and from then on at once for that model.
     * A whole answer has until {@link Timeouts#total}: nothing of it comes before it is finished.
     */
    public ProviderBuilder<P> streaming(boolean on) {
        streaming = on;
        return this;
    }

    /** Sets an observer of what the provider really sends, for debugging. Off unless given. */
    public ProviderBuilder<P> tap(RawResponseListener tap) {
        this.tap = Optional.of(tap);
        return this;
    }

    /**
     * The provider. Opens nothing and starts no thread; the first call does.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION says what is missing and where to get it
     */
    public P build() {
        ServerDialect known = dialect.orElseGet(() -> guess.apply(base));
        ServerDialect spoken = streaming ? known : known.with(ServerDialect.Feature.WHOLE_ANSWERS);
        return maker.apply(new ProviderConfig(id, model, base, key(spoken), spoken, timeouts, network, time, tap));
    }

    private Optional<Secret> key(ServerDialect spoken) {
        if (keyFromEnv) {
            return Optional.of(Secret.fromEnv(spoken.keyVariable()));
        }
        if (key.isEmpty() && !EndpointUrls.isLoopback(base)) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-key",
                    "no key is set for provider " + id + ". Call apiKeyFromEnv() to read " + spoken.keyVariable()
                            + ", or pass a key with apiKey(Secret)."));
        }
        return key;
    }
}
