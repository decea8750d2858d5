package dev.plumbline.providers.login;

import dev.plumbline.provider.Secret;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A token that a login service issued, with the time of its end. Immutable; {@code toString} does not show it.
 *
 * @param value the token, without {@code Bearer}; for a key of AWS its secret part, which is never sent
 * @param expiresAt the wall-clock time from which the service refuses it
 * @param aws the other parts of a key of AWS, with which requests are signed; empty for a token that is sent
 */
public record AccessToken(Secret value, Instant expiresAt, Optional<AwsKey> aws) {
    public AccessToken {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(expiresAt, "expiresAt");
        Objects.requireNonNull(aws, "aws");
    }

    /** Creates a token that is sent as {@code Authorization: Bearer}. */
    public AccessToken(Secret value, Instant expiresAt) {
        this(value, expiresAt, Optional.empty());
    }

    @Override
    public String toString() {
        return "AccessToken[hidden, until " + expiresAt + "]";
    }

    /**
     * The parts of a key of AWS beside its secret; {@code toString} does not show them.
     *
     * @param id the id of the access key, which is sent with each request
     * @param sessionToken the token of a key that expires; empty for one that does not
     */
    public record AwsKey(String id, Optional<Secret> sessionToken) {
        public AwsKey {
            Objects.requireNonNull(sessionToken, "sessionToken");
            if (!id.matches("[A-Za-z0-9_]{1,128}")) {
                throw new IllegalArgumentException("the id of an access key of AWS has letters and digits only");
            }
        }

        @Override
        public String toString() {
            return "AwsKey[hidden]";
        }
    }
}
