package dev.plumbline.redaction;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The pseudonyms of one call and the values they stand for. Equal values of one namespace have equal pseudonyms in every
 * call; which value it is, only this table knows, and it lasts as long as its call. Used by one thread.
 */
final class Pseudonyms {
    private static final String ALGORITHM = "HmacSHA256";
    static final int DIGITS = 16;

    private final Mac mac;
    private final Map<String, String> values = new HashMap<>();

    Pseudonyms(byte[] key) {
        this.mac = mac(key);
    }

    /** The key of a namespace, derived from the one the options give. */
    static byte[] derive(byte[] key, String namespace) {
        return mac(key).doFinal(("plb1/redaction/" + namespace).getBytes(StandardCharsets.UTF_8));
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

    String of(RedactionOptions.Kind kind, String value) {
        byte[] code = mac.doFinal((kind + "/" + value).getBytes(StandardCharsets.UTF_8));
        String pseudonym = kind + "_" + HexFormat.of().formatHex(code, 0, DIGITS / 2);
        values.put(pseudonym, value);
        return pseudonym;
    }

    void add(Map<String, String> known) {
        values.putAll(known);
    }

    Optional<String> value(String pseudonym) {
        return Optional.ofNullable(values.get(pseudonym));
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    /** The values so far, by pseudonym. */
    Map<String, String> values() {
        return Map.copyOf(values);
    }
}
