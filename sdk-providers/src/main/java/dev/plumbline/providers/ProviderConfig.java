package dev.plumbline.providers;

import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.Timeouts;
import dev.plumbline.provider.Secret;
import dev.plumbline.time.Scheduler;
import java.net.URI;
import java.util.Optional;

/**
 * The configuration of a provider's server.
 *
 * @param id the provider's id
 * @param model the model of calls that name none
 * @param base the address, without the path of the wire format
 * @param key what it is spoken to with; empty for a local server
 * @param dialect in what it differs from others
 * @param timeouts the deadlines of one attempt
 * @param network the way to it
 * @param time whose time it is; that of each call when empty
 * @param tap who sees what arrives, as it arrives
 */
record ProviderConfig(
        String id,
        String model,
        URI base,
        Optional<Secret> key,
        ServerDialect dialect,
        Timeouts timeouts,
        NetworkSettings network,
        Optional<Scheduler> time,
        Optional<RawResponseListener> tap) {

    boolean streams() {
        return !dialect.has(ServerDialect.Feature.WHOLE_ANSWERS);
    }
}
