package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Scans objects that are sent, and caches each result as long as the object exists; all results together have a limit
 * in bytes. Thread-safe.
 */
final class CachingScanner {
    /** The length below which a text without a match is not cached, because a scan is as fast as the cache. */
    private static final int QUICK = 64;

    private final TextRedactor texts;
    private final boolean refuseMedia;
    private final WeakIdentityCache known;
    private volatile boolean forgotten;
    private volatile long version;

    CachingScanner(TextRedactor texts, RedactionOptions options) {
        this.texts = texts;
        this.refuseMedia = options.refuseImages();
        this.known = new WeakIdentityCache(options.maxCachedBytes());
    }

    /** Returns what finds the values. */
    TextRedactor texts() {
        return texts;
    }

    /** Returns a session that scans several objects, used by one thread. */
    ScanSession look(PseudonymGenerator pseudonyms) {
        return look(pseudonyms, PseudonymTable.EMPTY);
    }

    /** Returns a session that takes no pseudonym of that table for a value, and hides its values where it finds another. */
    ScanSession look(PseudonymGenerator pseudonyms, PseudonymTable known) {
        return new ScanSession(pseudonyms, known);
    }

    /**
     * Returns a scan, made again with the values of a conversation if a part of one of them was found: what was found would
     * hide the part alone.
     *
     * @param parts the values that are a part of another one
     */
    <T> ScanResult<T> whole(
            T thing,
            ScanResult<T> scanned,
            PseudonymTable known,
            Set<String> parts,
            BiFunction<InteractionRedactor, T, T> walk,
            PseudonymGenerator pseudonyms) {
        return Collections.disjoint(scanned.values().values(), parts)
                ? scanned
                : look(pseudonyms, known).fresh(thing, walk);
    }

    /** Scans one object. */
    <T> ScanResult<T> scan(T thing, BiFunction<InteractionRedactor, T, T> walk, PseudonymGenerator pseudonyms) {
        return look(pseudonyms).scan(thing, walk);
    }

    @SuppressWarnings("unchecked") // a result is stored only under the object it was made of
    private <T> ScanResult<T> scan(T thing, BiFunction<InteractionRedactor, T, T> walk, ScanSession look) {
        long now = texts.version();
        if (version != now) {
            known.clear();
            version = now;
        }
        ScanResult<T> before = (ScanResult<T>) known.get(thing);
        if (before != null && before.servesFor(look.pseudonyms.namespace())) {
            return before;
        }
        ScanResult<T> fresh = look.fresh(thing, walk);
        if (isJson(thing) || fresh.redacted().isPresent() || texts.needsLines() || fresh.letters() > QUICK) {
            remember(thing, fresh);
        }
        return fresh;
    }

    /**
     * Returns whether it is more than text, so that its scan costs more than the cache. Tools and the schema of the
     * answer come with every call; a tool call is scanned before it runs and before it is sent.
     */
    private static boolean isJson(Object thing) {
        return !(thing instanceof Interaction)
                || thing instanceof Interaction.ToolCall
                || thing instanceof Interaction.ToolResult;
    }

    /** Caches a result, unless the cache was cleared: a call may outlive its runtime, and its values must not. */
    private void remember(Object thing, ScanResult<?> fresh) {
        if (!forgotten) {
            known.put(thing, fresh);
        }
        if (forgotten) {
            known.clear();
        }
    }

    /** Returns the version of the redactor, whose finds in the same text may differ between versions. */
    long version() {
        return texts.version();
    }

    /** Clears the cache, and caches nothing from now on. */
    void forget() {
        forgotten = true;
        known.clear();
    }

    /** Scans one object after another, and collects the values that were replaced in each. */
    final class ScanSession implements MatchReplacer {
        private final PseudonymGenerator pseudonyms;
        private final PseudonymTable table;
        private final InteractionRedactor redactor =
                InteractionRedactor.finding(new TextReplacement(this::finds, this), refuseMedia, texts.settings());
        private Map<String, String> values = Map.of();
        private Set<String> numbers = Set.of();
        private int letters;

        private ScanSession(PseudonymGenerator pseudonyms, PseudonymTable table) {
            this.pseudonyms = pseudonyms;
            this.table = table;
        }

        /** Returns the matches in an object, and the redacted form to send. */
        <T> ScanResult<T> scan(T thing, BiFunction<InteractionRedactor, T, T> walk) {
            return CachingScanner.this.scan(thing, walk, this);
        }

        private List<Match> finds(String text) {
            letters += text.length();
            List<Match> finds = texts.finds(text);
            if (!table.isEmpty()) {
                finds.removeIf(find -> table.isPseudonym(text.substring(find.start(), find.end())));
            }
            if (!table.isEmpty() && !finds.isEmpty()) {
                finds.addAll(table.matches(text)); // of which a find may be a part
            }
            return finds;
        }

        @Override
        public String of(String kind, String value) {
            String pseudonym = pseudonyms.of(kind, value);
            values = values.isEmpty() ? new HashMap<>() : values;
            values.put(pseudonym, value);
            return pseudonym;
        }

        @Override
        public String ofNumber(String kind, String number) {
            String pseudonym = of(kind, number);
            numbers = numbers.isEmpty() ? new HashSet<>() : numbers;
            numbers.add(pseudonym);
            return pseudonym;
        }

        /** Scans an object without the cache. */
        <T> ScanResult<T> fresh(T thing, BiFunction<InteractionRedactor, T, T> walk) {
            values = Map.of();
            numbers = Set.of();
            letters = 0;
            T redacted = walk.apply(redactor, thing);
            boolean leftOut = thing instanceof Interaction.ToolResult && redacted != thing;
            return values.isEmpty() && !leftOut
                    ? new ScanResult<>("", Optional.empty(), Map.of(), Set.of(), letters)
                    : new ScanResult<>(
                            pseudonyms.namespace(),
                            Optional.of(redacted),
                            Map.copyOf(values),
                            Set.copyOf(numbers),
                            letters);
        }
    }
}
