package dev.plumbline.providers;

import dev.plumbline.call.Timekeeper;
import dev.plumbline.provider.Secret;
import java.net.ProxySelector;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * What a provider was told about its server.
 *
 * @param id the provider's id
 * @param model the model that answers when nobody names one
 * @param base the address, without the path of the wire format
 * @param key what it is spoken to with; empty for a local server
 * @param dialect in what it differs from others
 * @param timeouts the deadlines of one attempt
 * @param proxy which way to it; the system's when empty
 * @param trust whose certificates count; the JDK's when empty
 * @param time whose time it is; real time of its own when empty
 */
record Wire(
        String id,
        String model,
        URI base,
        Optional<Secret> key,
        Dialect dialect,
        Timeouts timeouts,
        Optional<ProxySelector> proxy,
        Optional<SSLContext> trust,
        Optional<Timekeeper> time) {}
