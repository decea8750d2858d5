package dev.plumbline.provider;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A key that is never printed. It is read at the moment of use, so a host's key store, a prompt or a rotation all work.
 * Thread-safe if its source is.
 */
public final class Secret {
    private final Supplier<char @Nullable []> source;

    private Secret(Supplier<char @Nullable []> source) {
        this.source = source;
    }

    /** Returns a key from memory; the array is copied. */
    public static Secret of(char[] value) {
        char[] copy = value.clone();
        return new Secret(copy::clone);
    }

    /**
     * Returns a key from an environment variable.
     *
     * @throws AiException CONFIGURATION at once if it is not set
     */
    public static Secret fromEnv(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isBlank()) {
            String remedy = variable + " is not set. Set it, or pass a key with apiKey(Secret).";
            throw new AiException(AiError.of(AiError.Category.CONFIGURATION, "no-key", remedy)
                    .withDetail("provider", "the AI service")
                    .withDetail("variable", variable));
        }
        return of(value.trim().toCharArray());
    }

    /**
     * Returns a key from the host's store, which is read at each use; the supplied array is not kept. A source without a
     * key returns null or throws an {@link AiException} CONFIGURATION, which a call returns as it is; any other exception
     * is not shown, because its message may contain the key.
     */
    public static Secret from(Supplier<char @Nullable []> source) {
        return new Secret(source);
    }

    /**
     * Returns the key; the caller wipes the array.
     *
     * @throws AiException CONFIGURATION {@code no-key} if the source has returned null
     */
    public char[] reveal() {
        char[] key = source.get();
        if (key == null) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-key",
                    "there is no key: the source of Secret.from returned null. Ask the user for one, and store it where"
                            + " the source reads."));
        }
        return key;
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
