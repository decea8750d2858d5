package dev.plumbline.providers;

import dev.plumbline.http.Network;
import dev.plumbline.http.Timeouts;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Timekeeper;
import java.net.ProxySelector;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/**
 * Configures any of the providers: they differ in the wire, not in what one sets. Each setter replaces what was set
 * before. Used by one thread; {@link #build} may be called again and again.
 *
 * @param <P> the provider it builds
 */
public sealed interface ProviderBuilder<P extends AiProvider> permits Wiring {

    /**
     * Sets the provider's id: to have two of one kind, or to name a local server, e.g. {@code ollama}.
     *
     * @throws IllegalArgumentException when it is empty or holds a colon
     */
    ProviderBuilder<P> id(String id);

    /** Takes the key from the provider's usual environment variable; read by {@link #build}. */
    ProviderBuilder<P> apiKeyFromEnv();

    /** Takes the key from anywhere else; read at each call. */
    ProviderBuilder<P> apiKey(Secret key);

    /**
     * Sets the server's address, {@code /v1} included.
     *
     * @throws IllegalArgumentException when it is neither https nor http to this machine, or holds a login
     */
    ProviderBuilder<P> baseUrl(String url);

    /**
     * Sets which server it is, where several speak one format: openai, azure, groq, openrouter, ollama, llama.cpp,
     * lm-studio, vllm, compatible. Guessed from the address unless given.
     *
     * @throws IllegalArgumentException for another name
     */
    ProviderBuilder<P> dialect(String name);

    /** Sets the deadlines of an attempt; {@link Timeouts#ofDefaults} unless given. */
    ProviderBuilder<P> timeouts(Timeouts timeouts);

    /** Sets the proxies on the way to the server; the system's unless given. Changes {@link #network} in that alone. */
    ProviderBuilder<P> proxy(ProxySelector proxy);

    /** Sets whose certificates count; those the JDK trusts unless given. Changes {@link #network} in that alone. */
    ProviderBuilder<P> trust(SSLContext tls);

    /** Sets the whole way to the server: proxies, trust, protocol, allowed hosts, client; the defaults unless given. */
    ProviderBuilder<P> network(Network network);

    /** Sets whose time the deadlines obey; that of the runtime, or real time, unless given. */
    ProviderBuilder<P> time(Timekeeper time);

    /**
     * Sets whether answers are streamed; they are unless it is switched off, for a server that cannot. A server that refuses to
     * stream before anything arrived is asked again for a whole answer by itself, and from then on at once for that model.
     * A whole answer has until {@link Timeouts#total}: nothing of it comes before it is finished.
     */
    ProviderBuilder<P> streaming(boolean on);

    /** Lets somebody see what the provider really sends: for finding faults. Off unless given. */
    ProviderBuilder<P> tap(Tap tap);

    /**
     * The provider. Opens nothing and starts no thread; the first call does.
     *
     * @throws dev.plumbline.event.AiException CONFIGURATION says what is missing and where to get it
     */
    P build();

    /**
     * Who sees what a provider really sent, before anything is made of it: <em>content as it is</em>, so never to be written where
     * telemetry goes. Runs on the thread of the call and is waited for; one that throws is not asked again during that call.
     */
    @FunctionalInterface
    interface Tap {
        /**
         * Something has arrived.
         *
         * @param name the name of an event of the stream, or empty; {@code body} for a whole answer, {@code error} for what came
         *     with a status that is none of success
         * @param bytes the data of the event, or the body; a copy
         */
        void arrived(String name, byte[] bytes);

        /** A tap that sees only what a redaction leaves; what the redaction fails on is not seen at all. */
        default Tap redactedBy(UnaryOperator<byte[]> redaction) {
            return (name, bytes) -> arrived(name, redaction.apply(bytes));
        }
    }
}
