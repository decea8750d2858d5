package dev.plumbline.provider;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.function.Supplier;

/**
 * A key that never prints. Read at the moment of use, so a host's key store, a prompt or a rotation all fit. Safe for any
 * number of threads if its source is.
 */
public final class Secret {
    private final Supplier<char[]> source;

    private Secret(Supplier<char[]> source) {
        this.source = source;
    }

    /** A key from memory; the array is copied. */
    public static Secret of(char[] value) {
        char[] copy = value.clone();
        return new Secret(copy::clone);
    }

    /**
     * A key from an environment variable.
     *
     * @throws AiException CONFIGURATION at once when it is not set
     */
    public static Secret fromEnv(String variable) {
        String value = System.getenv(variable);
        if (value == null || value.isBlank()) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-key",
                    variable + " is not set. Set it, or pass a key with apiKey(Secret)."));
        }
        return of(value.trim().toCharArray());
    }

    /** A key from the host's store, asked for at each use; the supplied array is not kept. */
    public static Secret from(Supplier<char[]> source) {
        return new Secret(source);
    }

    /** The key; the caller wipes the array. */
    public char[] reveal() {
        return source.get();
    }

    @Override
    public String toString() {
        return "Secret[hidden]";
    }
}
