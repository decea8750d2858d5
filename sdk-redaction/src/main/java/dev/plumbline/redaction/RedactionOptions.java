package dev.plumbline.redaction;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.plumbline.body.Selector;
import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.Secret;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is replaced on the way out and where it is put back. Immutable; {@code toString} shows no pattern and no key.
 *
 * @param kinds what is recognised by its shape; every kind unless set
 * @param restoredFor tools that get the real values in their arguments; none unless set
 * @param refuseImages whether a call with pictures, sound or files ends as POLICY_DENIED, because nobody looks into them;
 *     true unless set
 * @param patterns regular expressions of your own in the syntax of RE2, for one line or one JSON leaf at a time
 * @param redactor who finds names and addresses, which have no shape; nobody unless set
 * @param confidence what a find of the redactor must at least be believed to be hidden; 0.5 unless set
 * @param key the key of the pseudonyms; one that lasts lets a cache on disk be used again, without one each runtime has
 *     its own
 * @param keptBytes how much is remembered of what was scanned before; 8 MiB unless set
 */
public record RedactionOptions(
        Set<Kind> kinds,
        Selector restoredFor,
        boolean refuseImages,
        List<String> patterns,
        Optional<Redactor> redactor,
        double confidence,
        Optional<Secret> key,
        long keptBytes) {

    public RedactionOptions {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        patterns = List.copyOf(patterns);
        patterns.forEach(RedactionOptions::check);
        if (keptBytes < 0) {
            throw new IllegalArgumentException("keptBytes must not be negative: 0 remembers nothing");
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence is from 0 to 1");
        }
    }

    /** Every kind; put back in the user's view only; media refused. */
    public static RedactionOptions ofDefaults() {
        return new RedactionOptions(
                EnumSet.allOf(Kind.class),
                Selector.NONE,
                true,
                List.of(),
                Optional.empty(),
                0.5,
                Optional.empty(),
                8L << 20);
    }

    /** Only these kinds. */
    public RedactionOptions withKinds(Set<Kind> only) {
        return new RedactionOptions(only, restoredFor, refuseImages, patterns, redactor, confidence, key, keptBytes);
    }

    /**
     * Tools that get the real values, as a selector.
     *
     * @throws IllegalArgumentException names the bad term
     */
    public RedactionOptions withRestoredFor(String tools) {
        return new RedactionOptions(
                kinds, Selector.of(tools), refuseImages, patterns, redactor, confidence, key, keptBytes);
    }

    /** Whether media are refused, or pass as they are. */
    public RedactionOptions withRefuseImages(boolean refuse) {
        return new RedactionOptions(kinds, restoredFor, refuse, patterns, redactor, confidence, key, keptBytes);
    }

    /**
     * One more expression of your own, in the syntax of RE2: no back references, no look-around, linear time.
     *
     * @throws IllegalArgumentException when it does not compile, or matches the empty text
     */
    public RedactionOptions withPattern(String re2) {
        List<String> more = new ArrayList<>(patterns);
        more.add(re2);
        return new RedactionOptions(kinds, restoredFor, refuseImages, more, redactor, confidence, key, keptBytes);
    }

    /** Who finds names and addresses. */
    public RedactionOptions withRedactor(Redactor names) {
        return new RedactionOptions(
                kinds, restoredFor, refuseImages, patterns, Optional.of(names), confidence, key, keptBytes);
    }

    /**
     * What a find of the redactor must at least be believed.
     *
     * @throws IllegalArgumentException outside 0 to 1
     */
    public RedactionOptions withConfidence(double least) {
        return new RedactionOptions(kinds, restoredFor, refuseImages, patterns, redactor, least, key, keptBytes);
    }

    /** The key of the pseudonyms, at least 16 characters that cannot be guessed. */
    public RedactionOptions withKey(Secret lasting) {
        return new RedactionOptions(
                kinds, restoredFor, refuseImages, patterns, redactor, confidence, Optional.of(lasting), keptBytes);
    }

    /**
     * How much is remembered of what was scanned before, in bytes.
     *
     * @throws IllegalArgumentException when negative
     */
    public RedactionOptions withKeptBytes(long most) {
        return new RedactionOptions(kinds, restoredFor, refuseImages, patterns, redactor, confidence, key, most);
    }

    private static void check(String re2) {
        try {
            if (Pattern.compile(re2).matcher("").matches()) {
                throw new IllegalArgumentException(
                        "a redaction pattern must not match the empty text: use + in place of *");
            }
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "a redaction pattern is not in the syntax of RE2: " + e.getDescription(), e);
        }
    }

    @Override
    public String toString() {
        return "RedactionOptions[" + kinds + ", " + patterns.size() + " patterns]";
    }

    /** What is recognised by its shape. */
    public enum Kind {
        /** A mail address. */
        MAIL,
        /** A telephone number. */
        PHONE,
        /** A payment card. */
        CARD,
        /** A bank account. */
        IBAN,
        /** A number of a state for a person. */
        NATIONAL_ID,
        /** An address of the internet protocol. */
        IP,
        /** A key, a token, a password. */
        KEY
    }
}
