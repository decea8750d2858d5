package dev.plumbline.providers;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.Addresses;
import dev.plumbline.http.Network;
import dev.plumbline.http.Timeouts;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Timekeeper;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** The builder of all providers: collects a {@link Wire} and hands it to the one that is built. */
final class Wiring<P extends AiProvider> implements ProviderBuilder<P> {
    private final String model;
    private final Function<URI, Dialect> guess;
    private final Function<Wire, P> maker;
    private String id;
    private URI base;
    private boolean keyFromEnv;
    private Optional<Secret> key = Optional.empty();
    private Optional<Dialect> dialect = Optional.empty();
    private Timeouts timeouts = Timeouts.ofDefaults();
    private Network network = Network.ofDefaults();
    private Optional<Timekeeper> time = Optional.empty();
    private Optional<Tap> tap = Optional.empty();
    private boolean streaming = true;

    /** A builder that starts with the id and address of a service, and knows who is spoken to at which address. */
    Wiring(ModelId model, URI base, Function<URI, Dialect> guess, Function<Wire, P> maker) {
        this.id = model.provider();
        this.model = model.name();
        this.base = base;
        this.guess = guess;
        this.maker = maker;
    }

    @Override
    public ProviderBuilder<P> id(String name) {
        id = new ModelId(name, model).provider();
        return this;
    }

    @Override
    public ProviderBuilder<P> apiKeyFromEnv() {
        keyFromEnv = true;
        key = Optional.empty();
        return this;
    }

    @Override
    public ProviderBuilder<P> apiKey(Secret secret) {
        keyFromEnv = false;
        key = Optional.of(secret);
        return this;
    }

    @Override
    public ProviderBuilder<P> baseUrl(String url) {
        base = Addresses.base(url);
        return this;
    }

    @Override
    public ProviderBuilder<P> dialect(String name) {
        dialect = Optional.of(Dialect.of(name));
        return this;
    }

    @Override
    public ProviderBuilder<P> timeouts(Timeouts limits) {
        timeouts = limits;
        return this;
    }

    @Override
    public ProviderBuilder<P> proxy(ProxySelector selector) {
        network = network.withProxy(selector);
        return this;
    }

    @Override
    public ProviderBuilder<P> trust(SSLContext tls) {
        network = network.withTrust(tls);
        return this;
    }

    @Override
    public ProviderBuilder<P> network(Network way) {
        network = way;
        return this;
    }

    @Override
    public ProviderBuilder<P> time(Timekeeper timekeeper) {
        time = Optional.of(timekeeper);
        return this;
    }

    @Override
    public ProviderBuilder<P> streaming(boolean on) {
        streaming = on;
        return this;
    }

    @Override
    public ProviderBuilder<P> tap(Tap sees) {
        tap = Optional.of(sees);
        return this;
    }

    @Override
    public P build() {
        Dialect known = dialect.orElseGet(() -> guess.apply(base));
        Dialect spoken = streaming ? known : known.with(Dialect.Trait.WHOLE_ANSWERS);
        return maker.apply(new Wire(id, model, base, key(spoken), spoken, timeouts, network, time, tap));
    }

    private Optional<Secret> key(Dialect spoken) {
        if (keyFromEnv) {
            return Optional.of(Secret.ofEnv(spoken.keyVariable()));
        }
        if (key.isEmpty() && !Addresses.isLoopback(base)) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-key",
                    "no key is set for provider " + id + ". Call apiKeyFromEnv() to read " + spoken.keyVariable()
                            + ", or pass a key with apiKey(Secret)."));
        }
        return key;
    }
}
