package dev.plumbline.providers.client;

import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.login.TokenCache;
import dev.plumbline.time.Scheduler;
import java.net.URI;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The configuration of a provider's server.
 *
 * @param id the provider's id
 * @param model the model of calls without one
 * @param base the address, without the path of the API format
 * @param key the API key; empty for a local server, and with tokens
 * @param tokens the source of tokens instead of a key
 * @param dialect the differences of the server
 * @param timeouts the deadlines that are set; the others are the defaults, adapted to each call
 * @param network the network settings
 * @param time the clock; that of each call if empty
 * @param tap receives the raw responses as they arrive
 * @param apiVersion the requested version of the API; that of the format if empty
 * @param headers the additional headers of every request
 * @param region the region of AWS in signatures; empty for other services
 * @param account the name of the account; empty if it is known by its key
 */
public record ProviderConfig(
        String id,
        String model,
        URI base,
        Optional<Secret> key,
        Optional<TokenCache> tokens,
        ServerDialect dialect,
        OwnTimeouts timeouts,
        NetworkSettings network,
        Optional<Scheduler> time,
        Optional<BiConsumer<String, byte[]>> tap,
        Optional<String> apiVersion,
        CustomHeaders headers,
        Optional<String> region,
        Optional<String> account) {

    /** Returns whether the server is on this machine or in the local network, where models are loaded on demand. */
    public boolean isLocal() {
        return EndpointUrls.isLocal(base);
    }

    public boolean streams() {
        return !dialect.has(ServerDialect.Feature.WHOLE_ANSWERS);
    }
}
