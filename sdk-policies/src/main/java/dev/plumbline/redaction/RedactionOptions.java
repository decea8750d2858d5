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
 * Options of redaction: the values to replace and where they are restored. Immutable; {@code toString} shows no pattern
 * and no key.
 *
 * @param kinds the kinds of values recognized by their format; every kind but URL by default
 * @param restoredFor the tools that receive the real values in their arguments; none by default
 * @param refuseImages whether a call with images, audio or files ends as POLICY_DENIED, because their content is not
 *     scanned; true by default
 * @param patterns regular expressions of your own in the syntax of RE2, for one line or one JSON leaf at a time
 * @param redactor the redactor that finds names and addresses, which have no fixed format; none by default
 * @param confidence the minimum confidence of a redactor's span; 0.5 by default
 * @param key the key of the pseudonyms; with a permanent one a cache on disk can be used again, without one each
 *     runtime has its own
 * @param maxCachedBytes the maximum size of cached scan results; 8 MiB by default
 * @param restoreLinks whether values are restored in links of answers, which a view may load by itself; false by
 *     default
 * @param country the country whose phone numbers are found without its code, as an ISO 3166 code such as {@code DE}; none by default
 */
public record RedactionOptions(
        Set<Kind> kinds,
        Selector restoredFor,
        boolean refuseImages,
        List<String> patterns,
        Optional<Redactor> redactor,
        double confidence,
        Optional<Secret> key,
        long maxCachedBytes,
        boolean restoreLinks,
        Optional<String> country) {
    private static final int SHORTEST_KEY = 16;

    public RedactionOptions {
        kinds = kinds.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(kinds));
        patterns = List.copyOf(patterns);
        for (String pattern : patterns) {
            check(pattern);
        }
        if (maxCachedBytes < 0) {
            throw new IllegalArgumentException("maxCachedBytes must not be negative: 0 remembers nothing");
        }
        if (country.isPresent() && PhonePlan.of(country.get()) == null) {
            throw new IllegalArgumentException(
                    "phone numbers are known of " + PhonePlan.countries() + ", not of this country: " + country.get());
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new IllegalArgumentException("confidence is from 0 to 1");
        }
    }

    /** Returns the default: every kind but URL, restored in the user's view only, media refused. */
    public static RedactionOptions ofDefaults() {
        return new RedactionOptions(
                EnumSet.complementOf(EnumSet.of(Kind.URL)),
                Selector.NONE,
                true,
                List.of(),
                Optional.empty(),
                0.5,
                Optional.empty(),
                8L << 20,
                false,
                Optional.empty());
    }

    /** Returns a copy that replaces only these kinds. */
    public RedactionOptions withKinds(Set<Kind> only) {
        return new RedactionOptions(
                only,
                restoredFor,
                refuseImages,
                patterns,
                redactor,
                confidence,
                key,
                maxCachedBytes,
                restoreLinks,
                country);
    }

    /**
     * Returns a copy in which the selected tools receive the real values.
     *
     * @throws IllegalArgumentException names the bad term
     */
    public RedactionOptions withRestoredFor(String tools) {
        return new RedactionOptions(
                kinds,
                Selector.of(tools),
                refuseImages,
                patterns,
                redactor,
                confidence,
                key,
                maxCachedBytes,
                restoreLinks,
                country);
    }

    /** Returns a copy that refuses media, or sends them unchanged. */
    public RedactionOptions withRefuseImages(boolean refuse) {
        return new RedactionOptions(
                kinds, restoredFor, refuse, patterns, redactor, confidence, key, maxCachedBytes, restoreLinks, country);
    }

    /**
     * Returns a copy with one more regular expression in the syntax of RE2: no back references, no look-around, linear
     * time.
     *
     * @throws IllegalArgumentException if it does not compile, or matches the empty text
     */
    public RedactionOptions withPattern(String re2) {
        List<String> more = new ArrayList<>(patterns);
        more.add(re2);
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                more,
                redactor,
                confidence,
                key,
                maxCachedBytes,
                restoreLinks,
                country);
    }

    /** Returns a copy with that redactor for names and addresses. */
    public RedactionOptions withRedactor(Redactor names) {
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                patterns,
                Optional.of(names),
                confidence,
                key,
                maxCachedBytes,
                restoreLinks,
                country);
    }

    /**
     * Returns a copy with that minimum confidence of a redactor's span.
     *
     * @throws IllegalArgumentException outside 0 to 1
     */
    public RedactionOptions withConfidence(double least) {
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                patterns,
                redactor,
                least,
                key,
                maxCachedBytes,
                restoreLinks,
                country);
    }

    /**
     * Returns a copy with that key of the pseudonyms: at least 16 characters that cannot be guessed; a shorter one is
     * refused when it is used.
     */
    public RedactionOptions withKey(Secret lasting) {
        Secret checked = Secret.from(() -> longEnough(lasting.reveal()));
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                patterns,
                redactor,
                confidence,
                Optional.of(checked),
                maxCachedBytes,
                restoreLinks,
                country);
    }

    private static char[] longEnough(char[] key) {
        if (key.length < SHORTEST_KEY) {
            throw new IllegalStateException(
                    "the key of pseudonyms has at least " + SHORTEST_KEY + " characters, not " + key.length);
        }
        return key;
    }

    /**
     * Returns a copy with that maximum size of cached scan results, in bytes.
     *
     * @throws IllegalArgumentException if it is negative
     */
    public RedactionOptions withMaxCachedBytes(long most) {
        return new RedactionOptions(
                kinds, restoredFor, refuseImages, patterns, redactor, confidence, key, most, restoreLinks, country);
    }

    /**
     * Returns a copy that restores values in links, or does not. A view that loads images sends their addresses, so a
     * model could send a restored value to a server of its choice.
     */
    public RedactionOptions withRestoreLinks(boolean restore) {
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                patterns,
                redactor,
                confidence,
                key,
                maxCachedBytes,
                restore,
                country);
    }

    /**
     * Returns a copy that also finds telephone numbers as they are written in that country, without its code: {@code 0171
     * 2345678} in {@code DE}. Known are AT, BE, CA, CH, DE, ES, FR, GB, IE, IT, NL, PL, SE and US.
     *
     * @throws IllegalArgumentException names the countries, if it is another
     */
    public RedactionOptions withCountry(String isoCode) {
        return new RedactionOptions(
                kinds,
                restoredFor,
                refuseImages,
                patterns,
                redactor,
                confidence,
                key,
                maxCachedBytes,
                restoreLinks,
                Optional.of(isoCode));
    }

    private static void check(String re2) {
        try {
            if (Pattern.compile(re2).matcher("").matches()) {
                throw new IllegalArgumentException(
                        "a redaction pattern must not match the empty text: use + instead of *");
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

    /** The kinds of values recognized by their format. */
    public enum Kind {
        /** A mail address. */
        MAIL,
        /** A telephone number. */
        PHONE,
        /** A payment card. */
        CARD,
        /** A bank account. */
        IBAN,
        /** A national id of a person. */
        NATIONAL_ID,
        /** An IP address. */
        IP,
        /** A key, a token, a password. */
        KEY,
        /** An address of the web or of a service; not replaced by default, because a model may need it. */
        URL
    }
}
