package dev.plumbline.providers;

import dev.plumbline.provider.Secret;
import java.time.Instant;
import java.util.Objects;

/**
 * A token that a login service issued, with the time of its end. Immutable; {@code toString} does not show it.
 *
 * @param value the token, without {@code Bearer}
 * @param expiresAt the wall-clock time from which the service refuses it
 */
public record AccessToken(Secret value, Instant expiresAt) {
    public AccessToken {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(expiresAt, "expiresAt");
    }

    @Override
    public String toString() {
        return "AccessToken[hidden, until " + expiresAt + "]";
    }
}
