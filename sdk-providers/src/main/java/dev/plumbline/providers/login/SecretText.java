package dev.plumbline.providers.login;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.Secret;
import java.util.Arrays;

/** Reads secrets for headers and signatures. */
public final class SecretText {
    private SecretText() {}

    /**
     * Reads a secret that a header can hold, as the text of the header.
     *
     * @throws AiException CONFIGURATION if it cannot
     */
    public static String text(Secret key) {
        char[] chars = reveal(key);
        try {
            refuseUnprintable(chars);
            return new String(chars);
        } finally {
            Arrays.fill(chars, ' ');
        }
    }

    /** Reads the key. The message of a failing key store is not passed on, because it may contain the key. */
    private static char[] reveal(Secret key) {
        try {
            return key.reveal();
        } catch (RuntimeException e) {
            if (e instanceof AiException said && said.error().category() == AiError.Category.CONFIGURATION) {
                throw said;
            }
            throw new AiException(
                    unusable("the source of the key failed; see Secret.from").withCause(e));
        }
    }

    private static void refuseUnprintable(char[] key) {
        boolean printable = key.length > 0;
        for (char c : key) {
            printable &= c > ' ' && c < 127;
        }
        if (!printable) {
            throw new AiException(
                    unusable("the key is empty or has characters a header cannot hold; see apiKey(Secret)"));
        }
    }

    private static AiError unusable(String message) {
        return AiError.of(AiError.Category.CONFIGURATION, "key", message);
    }
}
