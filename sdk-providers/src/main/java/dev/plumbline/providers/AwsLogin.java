package dev.plumbline.providers;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.internal.ForeignFile;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.DecodingErrors;
import dev.plumbline.providers.login.AccessToken;
import dev.plumbline.providers.login.TokenClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Logins of AWS for {@link BedrockConverse}: keys of the environment, of a profile, of a container and of an instance.
 * Requests are signed with them (Signature Version 4); no secret is sent. Nothing is read or asked before the first
 * call.
 */
final class AwsLogin {
    private static final String INSTANCE = "http://169.254.169.254";
    private static final String CONTAINER = "http://169.254.170.2";
    private static final String PROFILE = "AWS_PROFILE";
    private static final String SESSION_SECONDS = "21600";

    /** The time for which a key without an end is kept, so that a file that was changed is read again. */
    private static final Duration KEPT = Duration.ofMinutes(15);

    private final UnaryOperator<@Nullable String> environment;

    private AwsLogin(UnaryOperator<@Nullable String> environment) {
        this.environment = environment;
    }

    static TokenSource of(UnaryOperator<@Nullable String> environment) {
        AwsLogin login = new AwsLogin(environment);
        return TokenSource.ofLogin(login::found);
    }

    static TokenSource ofProfile(String name) {
        AwsLogin login = new AwsLogin(System::getenv);
        return TokenSource.ofLogin(client -> login.profile(name, client.now()).orElseThrow(() -> noProfile(name)));
    }

    static TokenSource container() {
        return TokenSource.ofLogin(new AwsLogin(System::getenv)::container);
    }

    static TokenSource instance() {
        return TokenSource.ofLogin(new AwsLogin(System::getenv)::instance);
    }

    static TokenSource accessKey(String id, Secret secret) {
        AccessToken.AwsKey own = new AccessToken.AwsKey(id, Optional.empty());
        return TokenSource.ofLogin(
                client -> new AccessToken(secret, client.now().plus(KEPT), Optional.of(own)));
    }

    /** Returns the region of the environment: {@code AWS_REGION}, {@code AWS_DEFAULT_REGION}, or that of the profile. */
    static Optional<String> region(UnaryOperator<@Nullable String> environment) {
        AwsLogin login = new AwsLogin(environment);
        return login.variable("AWS_REGION")
                .or(() -> login.variable("AWS_DEFAULT_REGION"))
                .or(() -> Optional.ofNullable(
                        login.files(login.variable(PROFILE).orElse("default")).get("region")));
    }

    private Optional<String> variable(String name) {
        return Optional.ofNullable(environment.apply(name)).map(String::strip).filter(text -> !text.isEmpty());
    }

    private AccessToken found(TokenClient client) {
        Optional<String> id = variable("AWS_ACCESS_KEY_ID");
        Optional<String> secret = variable("AWS_SECRET_ACCESS_KEY");
        if (id.isPresent() && secret.isPresent()) {
            return key(
                    id.get(),
                    secret.get(),
                    variable("AWS_SESSION_TOKEN"),
                    client.now().plus(KEPT));
        }
        Optional<String> named = variable(PROFILE);
        Optional<AccessToken> ofProfile = profile(named.orElse("default"), client.now());
        if (ofProfile.isPresent()) {
            return ofProfile.get();
        }
        if (named.isPresent()) {
            throw noProfile(named.get());
        }
        boolean contained = variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI").isPresent()
                || variable("AWS_CONTAINER_CREDENTIALS_FULL_URI").isPresent();
        return contained ? container(client) : instance(client);
    }

    private Optional<AccessToken> profile(String name, Instant now) {
        Map<String, String> found = files(name);
        String id = found.get("aws_access_key_id");
        String secret = found.get("aws_secret_access_key");
        if (id == null || secret == null) {
            for (String other : new String[] {"sso_session", "sso_start_url", "role_arn", "credential_process"}) {
                if (found.containsKey(other)) {
                    throw unusable(
                            "login-profile",
                            "the profile " + readable(name) + " has " + other
                                    + ", which is not followed. Run: aws configure export-credentials --format env, or use"
                                    + " the library of AWS in TokenSource.of");
                }
            }
            return Optional.empty();
        }
        return Optional.of(key(id, secret, Optional.ofNullable(found.get("aws_session_token")), now.plus(KEPT)));
    }

    /** Returns the members of a profile; those of the file of credentials come first. */
    private Map<String, String> files(String profile) {
        Path home =
                Path.of(variable("HOME").or(() -> variable("USERPROFILE")).orElse(System.getProperty("user.home", "")));
        Map<String, String> all = new LinkedHashMap<>();
        read(
                variable("AWS_SHARED_CREDENTIALS_FILE").map(Path::of).orElse(home.resolve(".aws/credentials")),
                profile,
                all);
        Path config = variable("AWS_CONFIG_FILE").map(Path::of).orElse(home.resolve(".aws/config"));
        read(config, profile.equals("default") ? profile : "profile " + profile, all);
        return all;
    }

    private static void read(Path file, String section, Map<String, String> all) {
        if (!Files.isRegularFile(file)) {
            return;
        }
        try {
            boolean inside = false;
            for (String line : ForeignFile.text(file).lines().toList()) {
                String text = line.strip();
                if (text.startsWith("[")) {
                    String name = text.replaceAll("^\\[\\s*|\\s*][^]]*$", "").replaceAll("\\s+", " ");
                    inside = name.equals(section);
                } else if (inside && !text.startsWith("#") && !text.startsWith(";") && !line.matches("\\s.*")) {
                    int at = text.indexOf('=');
                    if (at > 0) {
                        all.putIfAbsent(
                                text.substring(0, at).strip(),
                                text.substring(at + 1).strip());
                    }
                }
            }
        } catch (IOException e) {
            throw unusable(
                    "login-file", "a file with profiles of AWS cannot be read as UTF-8; see TokenSource.awsProfile");
        }
    }

    private AccessToken container(TokenClient client) {
        URI address = address(variable("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI")
                .map(path -> CONTAINER + path)
                .or(() -> variable("AWS_CONTAINER_CREDENTIALS_FULL_URI"))
                .orElseThrow(() -> unusable(
                        "login-container",
                        "this is no container of AWS: AWS_CONTAINER_CREDENTIALS_FULL_URI is not set")));
        Map<String, String> headers = new LinkedHashMap<>();
        variable("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
                .map(AwsLogin::content)
                .or(() -> variable("AWS_CONTAINER_AUTHORIZATION_TOKEN"))
                .ifPresent(token -> headers.put("Authorization", token));
        return key(client.get(address, headers));
    }

    private static String content(String file) {
        try {
            return ForeignFile.text(Path.of(file)).strip();
        } catch (IOException e) {
            throw unusable("login-file", "the file in AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read");
        }
    }

    private AccessToken instance(TokenClient client) {
        if (variable("AWS_EC2_METADATA_DISABLED")
                .filter("true"::equalsIgnoreCase)
                .isPresent()) {
            throw noKey();
        }
        URI server = address(variable("AWS_EC2_METADATA_SERVICE_ENDPOINT").orElse(INSTANCE) + "/latest/");
        try {
            String session = client.text(
                    "PUT",
                    server.resolve("api/token"),
                    Map.of("X-aws-ec2-metadata-token-ttl-seconds", SESSION_SECONDS));
            Map<String, String> headers = Map.of("X-aws-ec2-metadata-token", session);
            URI roles = server.resolve("meta-data/iam/security-credentials/");
            String role = client.text("GET", roles, headers).lines().findFirst().orElse("");
            return key(client.get(roles.resolve(role), headers));
        } catch (AiException e) {
            AiError.Category category = e.error().category();
            throw category == AiError.Category.NETWORK || category == AiError.Category.TIMEOUT_CONNECT ? noKey() : e;
        }
    }

    private static URI address(String text) {
        try {
            return URI.create(text);
        } catch (IllegalArgumentException e) {
            throw unusable("login-address", "a variable of AWS has an address that is none");
        }
    }

    /** Returns the key in an answer of a container or an instance. */
    private static AccessToken key(Json answer) {
        String id = answer.get("AccessKeyId").findText().orElse("");
        String secret = answer.get("SecretAccessKey").findText().orElse("");
        if (id.isEmpty() || secret.isEmpty()) {
            throw DecodingErrors.protocol("login", "the login service of AWS answered without a key");
        }
        try {
            Instant end = Instant.parse(answer.get("Expiration").findText().orElse(""));
            String session = answer.get("Token").findText().orElse("");
            return key(id, secret, Optional.of(session).filter(text -> !text.isEmpty()), end);
        } catch (DateTimeParseException e) {
            throw DecodingErrors.protocol("login", "the login service of AWS answered with a key without its end");
        }
    }

    private static AccessToken key(String id, String secret, Optional<String> session, Instant end) {
        try {
            return new AccessToken(
                    Secret.of(secret.toCharArray()),
                    end,
                    Optional.of(new AccessToken.AwsKey(id, session.map(text -> Secret.of(text.toCharArray())))));
        } catch (IllegalArgumentException e) {
            throw unusable("login", e.getMessage() + "; see AWS_ACCESS_KEY_ID and the profile");
        }
    }

    private static String readable(String profile) {
        return profile.matches("[A-Za-z0-9_.@ -]{1,64}") ? profile : "(hidden)";
    }

    private static AiException noProfile(String name) {
        return unusable(
                "login-profile",
                "there is no key in the profile " + readable(name) + "; run: aws configure --profile NAME");
    }

    private static AiException noKey() {
        return unusable(
                "login-aws",
                "no key of AWS was found: neither AWS_ACCESS_KEY_ID, nor a profile, nor that of a container or an"
                        + " instance; run: aws configure, or set AWS_PROFILE");
    }

    private static AiException unusable(String code, String message) {
        return new AiException(AiError.of(AiError.Category.CONFIGURATION, code, message));
    }
}
