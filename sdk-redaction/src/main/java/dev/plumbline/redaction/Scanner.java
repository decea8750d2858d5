package dev.plumbline.redaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Scans what is sent, and remembers what that brought for as long as the scanned thing lives; all of it together has a
 * bound in bytes. Safe for any number of threads.
 */
final class Scanner {
    /** Fewer characters in which nothing is found are scanned again as quickly as they are remembered. */
    private static final int QUICK = 1_000;

    private final TextRedactor texts;
    private final boolean refuseMedia;
    private final Cache<Object, Scanned<?>> known;
    private volatile boolean forgotten;

    Scanner(TextRedactor texts, RedactionOptions options) {
        this.texts = texts;
        this.refuseMedia = options.refuseImages();
        this.known = Caffeine.newBuilder()
                .weakKeys()
                .maximumWeight(options.keptBytes())
                .weigher((Object key, Scanned<?> value) -> value.weight())
                .executor(Runnable::run)
                .build();
    }

    /** What is in it, and what is sent in its place. */
    @SuppressWarnings("unchecked") // what is kept for a thing was made of that thing
    <T> Scanned<T> scan(T thing, BiFunction<InteractionRedactor, T, T> walk, Pseudonyms pseudonyms) {
        Scanned<T> before = (Scanned<T>) known.getIfPresent(thing);
        if (before != null && before.servesFor(pseudonyms.namespace())) {
            return before;
        }
        Scanned<T> fresh = fresh(thing, walk, pseudonyms);
        if (fresh.redacted().isPresent() || texts.needsLines() || fresh.letters() > QUICK) {
            remember(thing, fresh);
        }
        return fresh;
    }

    /** Not once everything was forgotten: a call may outlive its runtime, and its values must not. */
    private void remember(Object thing, Scanned<?> fresh) {
        if (!forgotten) {
            known.put(thing, fresh);
        }
        if (forgotten) {
            known.invalidateAll();
        }
    }

    private <T> Scanned<T> fresh(T thing, BiFunction<InteractionRedactor, T, T> walk, Pseudonyms pseudonyms) {
        Collecting found = new Collecting(pseudonyms);
        T redacted =
                walk.apply(new InteractionRedactor(text -> found.count(texts.redact(text, found)), refuseMedia), thing);
        return found.scanned(redacted);
    }

    /** Forgets everything, and remembers nothing from now on. */
    void forget() {
        forgotten = true;
        known.invalidateAll();
    }

    /** Remembers which values were replaced. */
    private static final class Collecting implements Replacement {
        private final Pseudonyms pseudonyms;
        private Map<String, String> values = Map.of();
        private int letters;

        Collecting(Pseudonyms pseudonyms) {
            this.pseudonyms = pseudonyms;
        }

        String count(String text) {
            letters += text.length();
            return text;
        }

        @Override
        public String of(String kind, String value) {
            String pseudonym = pseudonyms.of(kind, value);
            values = values.isEmpty() ? new HashMap<>() : values;
            values.put(pseudonym, value);
            return pseudonym;
        }

        <T> Scanned<T> scanned(T redacted) {
            return values.isEmpty()
                    ? new Scanned<>("", Optional.empty(), Map.of(), letters)
                    : new Scanned<>(pseudonyms.namespace(), Optional.of(redacted), Map.copyOf(values), letters);
        }
    }
}
