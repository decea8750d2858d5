package dev.plumbline.assistant;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.NetworkSettings;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.ProviderBuilder;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which model of which service answers, as the settings have it.
 *
 * @param address empty for the service's own
 * @param model empty for the service's default
 * @param variable the environment variable with the key; empty for the usual one
 * @param proxy host and port; empty for the proxies of the host or the system
 * @param proxyUser the user name for a proxy that asks for a login; empty for none. Its password is among the keys
 * @param trust a PEM file with certificates that are trusted, too, or {@code system} for those of the system; empty for none
 */
record ModelChoice(
        Service service, String address, String model, String variable, String proxy, String proxyUser, String trust) {

    /** The name of the password for the proxy among the keys. */
    static final String PROXY_PASSWORD = "PROXY";

    private static final String SYSTEM = "system";

    private static final int LAST_PORT = 65_535;

    /** A host, or an IP address of version 6 in brackets, and a port: nothing in front, and no login. */
    private static final Pattern HOST_AND_PORT =
            Pattern.compile("(?:[^\\s/@:\\[\\]]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");

    static ModelChoice read(AssistantSettings settings) {
        String address = settings.get("url");
        return new ModelChoice(
                Service.of(settings.get("service")).orElse(address.isEmpty() ? Service.OPENAI : Service.OTHER),
                address,
                settings.get("model"),
                settings.get("key"),
                settings.get("proxy"),
                settings.get("proxy-user"),
                settings.get("trust"));
    }

    ModelChoice withModel(String name) {
        return new ModelChoice(service, address, name, variable, proxy, proxyUser, trust);
    }

    Map<String, String> texts() {
        return Map.of(
                "service", service.name(),
                "url", address,
                "model", model,
                "key", variable,
                "proxy", proxy,
                "proxy-user", proxyUser,
                "trust", trust);
    }

    /** Written by hand, because the JDK's equals of records keeps the class loader of a plug-in (S5). */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelChoice choice && texts().equals(choice.texts());
    }

    @Override
    public int hashCode() {
        return texts().hashCode();
    }

    /** Returns the environment variable in which a key is looked for; empty for none. */
    String keyVariable() {
        return variable.isEmpty() ? service.variable() : variable;
    }

    boolean needsKey() {
        boolean isElsewhere = service == Service.OTHER && !address.isEmpty();
        return (service.needsKey() || !variable.isEmpty() || isElsewhere) && !EndpointUrls.isLocal(address);
    }

    /**
     * Returns the provider. Reads the keyring, so it is called beside the UI thread.
     *
     * @throws AiException CONFIGURATION {@code no-key} if there is no key and one is needed, {@code no-model} if there is no
     *     default and none is chosen, {@code address}, {@code project}, {@code proxy} or {@code trust-file} if one
     *     cannot be used
     */
    AiProvider provider(Keys keys) {
        boolean hasKey = keys.find(this).map(Keys::wiped).orElse(false);
        if (needsKey() && !hasKey) {
            throw refused("no-key", "no key for " + service);
        }
        if (model.isEmpty() && service.needsModel()) {
            throw refused("no-model", "no model of " + service + " is chosen");
        }
        if (address.isEmpty() && service == Service.OTHER) {
            throw refused("address", "no address");
        }
        ProviderBuilder<?> builder;
        try {
            builder = service.builder(model, address);
        } catch (IllegalArgumentException refused) {
            throw refused("project", String.valueOf(refused.getMessage()));
        }
        if (hasKey) {
            builder.apiKey(keys.secret(this));
        }
        builder.network(network(keys));
        try {
            if (!address.isEmpty() && service != Service.VERTEX) {
                place(builder);
            }
            return builder.build();
        } catch (IllegalArgumentException refused) { // an address that is not one, or one without encryption outside
            throw refused("address", String.valueOf(refused.getMessage()));
        }
    }

    /**
     * Returns the proxy with its login and the certificates that were entered. Reads the keyring.
     *
     * @throws AiException CONFIGURATION {@code proxy} or {@code trust-file} if one cannot be used
     */
    NetworkSettings network(Keys keys) {
        NetworkSettings network = NetworkSettings.ofDefaults();
        if (!proxy.isEmpty()) {
            network = network.withProxy(selector());
        }
        if (!proxyUser.isEmpty() && keys.find(PROXY_PASSWORD).map(Keys::wiped).orElse(false)) {
            network = network.withProxyLogin(
                    proxyUser, Secret.from(() -> keys.find(PROXY_PASSWORD).orElse(null)));
        }
        if (trust.isEmpty()) {
            return network;
        }
        return trust.equals(SYSTEM) ? network.withSystemTrust() : network.withTrustFile(Path.of(trust));
    }

    /** A server of the local network has no certificate; who enters its address wants it. */
    private void place(ProviderBuilder<?> builder) {
        URI uri = URI.create(address);
        if (EndpointUrls.isPlain(uri) && uri.getHost() != null && !EndpointUrls.isLoopback(uri)) {
            builder.allowPlainHttp(uri.getHost());
        }
        builder.baseUrl(address);
    }

    /**
     * Refuses a proxy that is not a host and a port, such as one with its login, which must not get into the settings.
     *
     * @throws AiException CONFIGURATION {@code proxy}
     */
    void requireProxy() {
        if (!proxy.isEmpty()) {
            ProxySelector unused = selector();
        }
    }

    private ProxySelector selector() {
        Matcher parts = HOST_AND_PORT.matcher(proxy);
        if (!parts.matches() || Integer.parseInt(parts.group(1)) > LAST_PORT) {
            throw refused("proxy", "a proxy is host:port");
        }
        return ProxySelector.of(InetSocketAddress.createUnresolved(
                proxy.substring(0, parts.start(1) - 1), Integer.parseInt(parts.group(1))));
    }

    private static AiException refused(String code, String message) {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, code, message));
    }
}
