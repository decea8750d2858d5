package dev.plumbline.redaction;

import dev.plumbline.provider.Secret;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Generates the pseudonyms of one namespace: a kind, an underscore and sixteen digits of an HMAC. Equal values have
 * equal pseudonyms, and without the key a value cannot be derived or guessed. The key is read when the first pseudonym
 * is needed. Used by one thread.
 */
final class PseudonymGenerator implements MatchReplacer {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 8;

    /** The length of a pseudonym after its kind. */
    private static final int DIGITS = 2 * BYTES;

    private final Secret secret;
    private final String namespace;
    private @Nullable Mac mac;

    PseudonymGenerator(Secret secret, String namespace) {
        this.secret = secret;
        this.namespace = namespace;
    }

    /** Returns whether a text has the form of a pseudonym. */
    static boolean isOne(String text) {
        return text.length() > DIGITS
                && text.charAt(text.length() - DIGITS - 1) == '_'
                && Shape.PATTERN.matcher(text).matches();
    }

    /** Returns whether the text of JSON may contain a pseudonym: whether a string in it ends as they do. */
    static boolean mayStandIn(String json) {
        for (int end = json.indexOf('"'); end >= 0; end = json.indexOf('"', end + 1)) {
            if (end > DIGITS && json.charAt(end - DIGITS - 1) == '_') {
                return true;
            }
        }
        return false;
    }

    String namespace() {
        return namespace;
    }

    @Override
    public String of(String kind, String value) {
        byte[] code = mac().doFinal((kind + "/" + value).getBytes(StandardCharsets.UTF_8));
        return kind + "_" + plain(HexFormat.of().formatHex(code, 0, BYTES));
    }

    /**
     * Returns digits that no detector can take for a value: sixteen decimal ones may be the number of a card, and an
     * IBAN of Belgium has sixteen characters.
     */
    private static String plain(String digits) {
        if (digits.chars().allMatch(AsciiChars::digit)) {
            return (char) ('a' + (digits.charAt(0) - '0') % 6) + digits.substring(1);
        }
        return digits.startsWith("be") ? "0" + digits.substring(1) : digits;
    }

    private Mac mac() {
        Mac known = mac;
        if (known == null) {
            known = mac(key());
            mac = known;
        }
        return known;
    }

    /** Returns the key of the namespace, derived from the configured one. */
    private byte[] key() {
        char[] letters = secret.reveal();
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(CharBuffer.wrap(letters));
        byte[] master = new byte[bytes.remaining()];
        bytes.get(master);
        Arrays.fill(letters, '\0');
        byte[] key = mac(master).doFinal(("plb1/redaction/" + namespace).getBytes(StandardCharsets.UTF_8));
        Arrays.fill(master, (byte) 0);
        return key;
    }

    private static Mac mac(byte[] key) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }

    /** The form of a pseudonym; loaded with the first text that may be one. */
    private static final class Shape {
        static final Pattern PATTERN = Pattern.compile("[A-Z][A-Z_]*_[0-9a-f]{" + DIGITS + "}");
    }
}
