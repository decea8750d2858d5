package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.json.internal.UntrustedJson;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.TokenClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Logins of Google Cloud for Vertex AI: a service account by a signed assertion (RFC 7523), a user's login by a refresh
 * token (RFC 6749, section 6), and the metadata server of a machine in the cloud. Nothing is read or asked before the
 * first call.
 */
final class GoogleLogin {
    private static final URI TOKENS = URI.create("https://oauth2.googleapis.com/token");
    private static final URI METADATA = URI.create("http://metadata.google.internal");
    private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";
    private static final String VARIABLE = "GOOGLE_APPLICATION_CREDENTIALS";
    private static final long LIFETIME = 3_600;

    private GoogleLogin() {}

    static TokenSource ofEnvironment() {
        String named = System.getenv(VARIABLE);
        if (named != null && !named.isBlank()) {
            return ofFile(Path.of(named.trim()));
        }
        Path ofUser = fileOfUser();
        return Files.isRegularFile(ofUser) ? ofFile(ofUser) : metadataServer();
    }

    private static Path fileOfUser() {
        String windows = System.getenv("APPDATA");
        Path folder = windows != null
                ? Path.of(windows, "gcloud")
                : Path.of(System.getProperty("user.home", ""), ".config", "gcloud");
        return folder.resolve("application_default_credentials.json");
    }

    static TokenSource ofFile(Path file) {
        return TokenSource.ofLogin(client -> {
            Json login = read(file);
            return switch (login.get("type").findText().orElse("")) {
                case "service_account" -> serviceAccount(client, login);
                case "authorized_user" -> user(client, login);
                default -> throw unusable("has a type that is neither service_account nor authorized_user");
            };
        });
    }

    static TokenSource metadataServer() {
        return metadataServer(METADATA);
    }

    static TokenSource metadataServer(URI server) {
        URI address = server.resolve("/computeMetadata/v1/instance/service-accounts/default/token");
        return TokenSource.ofLogin(
                client -> TokenClient.token(client.get(address, Map.of("Metadata-Flavor", "Google")), client.now()));
    }

    private static AccessToken serviceAccount(TokenClient client, Json login) {
        URI address = member(login, "token_uri").map(GoogleLogin::address).orElse(TOKENS);
        Instant now = client.now();
        Json head = Json.object().with("alg", "RS256").with("typ", "JWT");
        Json claims = Json.object()
                .with("iss", required(login, "client_email"))
                .with("scope", SCOPE)
                .with("aud", address.toString())
                .with("iat", now.getEpochSecond())
                .with("exp", now.getEpochSecond() + LIFETIME);
        String id = member(login, "private_key_id").orElse("");
        String signed = part(id.isEmpty() ? head : head.with("kid", id)) + "." + part(claims);
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer");
        form.put("assertion", signed + "." + signature(signed, required(login, "private_key")));
        return TokenClient.token(client.post(address, form), now);
    }

    private static AccessToken user(TokenClient client, Json login) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        for (String name : new String[] {"client_id", "client_secret", "refresh_token"}) {
            form.put(name, required(login, name));
        }
        URI address = member(login, "token_uri").map(GoogleLogin::address).orElse(TOKENS);
        return TokenClient.token(client.post(address, form), client.now());
    }

    private static String part(Json json) {
        return encoded(json.text().getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String signature(String text, String pem) {
        try {
            String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\s", "");
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64))));
            signature.update(text.getBytes(StandardCharsets.US_ASCII));
            return encoded(signature.sign());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // the message of the exception may have a part of the key
            throw unusable("has a private_key that is not an RSA key in PKCS #8");
        }
    }

    private static Json read(Path file) {
        try {
            return UntrustedJson.parse(ForeignFile.text(file));
        } catch (IOException e) {
            throw unusable("cannot be read");
        } catch (JsonException e) {
            throw unusable("is not JSON");
        }
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw unusable("has a token_uri that is not an address");
        }
    }

    private static String required(Json login, String name) {
        return member(login, name).orElseThrow(() -> unusable("has no " + name));
    }

    private static Optional<String> member(Json login, String name) {
        return Optional.of(login.get(name).findText().orElse("")).filter(text -> !text.isEmpty());
    }

    private static AiException unusable(String why) {
        return new AiException(AiError.of(
                AiError.Category.CONFIGURATION,
                "login-file",
                "the file with the login " + why
                        + "; download it again, or run: gcloud auth application-default login"));
    }
}
