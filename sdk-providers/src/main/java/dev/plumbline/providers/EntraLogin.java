package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.TokenSource.DeviceCode;
import dev.plumbline.providers.format.JsonDocumentStream;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.TokenClient;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Logins of Microsoft Entra for Azure: an application with a secret (RFC 6749, section 4.4), the managed identity of a
 * machine in Azure, and a user by a device code (RFC 8628). Nothing is asked before the first call.
 */
final class EntraLogin {
    private static final URI LOGIN = URI.create("https://login.microsoftonline.com");
    private static final URI METADATA = URI.create("http://169.254.169.254");
    private static final String RESOURCE = "https://cognitiveservices.azure.com";
    private static final String SCOPE = RESOURCE + "/.default";
    private static final String CLIENT = "client_id";
    private static final String DEVICE = "urn:ietf:params:oauth:grant-type:device_code";
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** The errors after which a refresh token is of no more use, so that the user logs in again. */
    private static final Set<String> ENDED = Set.of("invalid_grant", "interaction_required", "consent_required");

    private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9.-]{1,100}");

    private EntraLogin() {}

    static TokenSource clientSecret(String tenant, String clientId, Secret secret) {
        return clientSecret(LOGIN, tenant, clientId, secret);
    }

    static TokenSource clientSecret(URI server, String tenant, String clientId, Secret secret) {
        URI address = endpoint(server, tenant, "token");
        return TokenSource.ofLogin(client -> {
            char[] value = secret.reveal();
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", "client_credentials");
            form.put(CLIENT, clientId);
            form.put("client_secret", new String(value));
            form.put("scope", SCOPE);
            Arrays.fill(value, ' ');
            return TokenClient.token(client.post(address, form), client.now());
        });
    }

    static TokenSource managedIdentity() {
        String endpoint = System.getenv("IDENTITY_ENDPOINT");
        String header = System.getenv("IDENTITY_HEADER");
        return endpoint == null || header == null
                ? managedIdentity(METADATA)
                : identity(
                        URI.create(endpoint + "?api-version=2019-08-01&resource=" + encoded(RESOURCE)),
                        Map.of("X-IDENTITY-HEADER", header));
    }

    static TokenSource managedIdentity(URI server) {
        return identity(
                server.resolve("/metadata/identity/oauth2/token?api-version=2018-02-01&resource=" + encoded(RESOURCE)),
                Map.of("Metadata", "true"));
    }

    private static TokenSource identity(URI address, Map<String, String> headers) {
        return TokenSource.ofLogin(client -> TokenClient.token(client.get(address, headers), client.now()));
    }

    static TokenSource deviceCode(String tenant, String clientId, Consumer<DeviceCode> listener) {
        return deviceCode(LOGIN, tenant, clientId, listener);
    }

    static TokenSource deviceCode(URI server, String tenant, String clientId, Consumer<DeviceCode> listener) {
        DeviceLogin login = new DeviceLogin(
                endpoint(server, tenant, "devicecode"), endpoint(server, tenant, "token"), clientId, listener);
        return TokenSource.ofLogin(login::fetch);
    }

    private static URI endpoint(URI server, String tenant, String name) {
        if (!TENANT.matcher(tenant).matches()) {
            throw new IllegalArgumentException("a tenant is the id or the domain of a directory in Entra");
        }
        return server.resolve("/" + tenant + "/oauth2/v2.0/" + name);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The login of a user; its source calls it from one thread at a time. */
    private static final class DeviceLogin {
        private final URI codes;
        private final URI tokens;
        private final String clientId;
        private final Consumer<DeviceCode> listener;
        private volatile @Nullable String refresh;

        DeviceLogin(URI codes, URI tokens, String clientId, Consumer<DeviceCode> listener) {
            this.codes = codes;
            this.tokens = tokens;
            this.clientId = clientId;
            this.listener = listener;
        }

        AccessToken fetch(TokenClient client) {
            String kept = refresh;
            if (kept != null) {
                try {
                    return taken(client, client.post(tokens, form("refresh_token", "refresh_token", kept)));
                } catch (AiException e) {
                    if (!ENDED.contains(e.error().code())) {
                        throw e;
                    }
                    refresh = null;
                }
            }
            return byUser(client);
        }

        private AccessToken byUser(TokenClient client) {
            Json asked = client.post(codes, Map.of(CLIENT, clientId, "scope", SCOPE + " offline_access"));
            String device = asked.get("device_code").findText().orElse("");
            long seconds = JsonDocumentStream.seconds(asked.get("expires_in"));
            Instant end = client.now().plusSeconds(seconds);
            listener.accept(new DeviceCode(
                    asked.get("user_code").findText().orElse(""),
                    asked.get("verification_uri").findText().orElse(""),
                    end));
            Duration interval = Duration.ofSeconds(
                    Math.max(INTERVAL.toSeconds(), JsonDocumentStream.seconds(asked.get("interval"))));
            while (client.now().isBefore(end)) {
                client.sleep(interval);
                try {
                    return taken(client, client.post(tokens, form(DEVICE, "device_code", device)));
                } catch (AiException e) {
                    interval = interval.plus(pause(e));
                }
            }
            throw new AiException(AiError.of(
                    AiError.Category.AUTHENTICATION,
                    "login-expired",
                    "the code was not entered in time; the next call asks for a new one"));
        }

        /** Returns by how much the next question waits longer (RFC 8628, section 3.5); throws any other error. */
        private static Duration pause(AiException answer) {
            return switch (answer.error().code()) {
                case "authorization_pending" -> Duration.ZERO;
                case "slow_down" -> INTERVAL;
                default -> throw answer;
            };
        }

        private Map<String, String> form(String grant, String name, String value) {
            Map<String, String> form = new LinkedHashMap<>();
            form.put("grant_type", grant);
            form.put(CLIENT, clientId);
            form.put(name, value);
            return form;
        }

        private AccessToken taken(TokenClient client, Json answer) {
            String next = answer.get("refresh_token").findText().orElse("");
            refresh = next.isEmpty() ? refresh : next;
            return TokenClient.token(answer, client.now());
        }
    }
}
