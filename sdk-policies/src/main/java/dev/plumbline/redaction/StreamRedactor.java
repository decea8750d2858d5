package dev.plumbline.redaction;

import java.util.Optional;
import java.util.function.Predicate;

/** Replaces matches in streamed text. It holds back only text that could still become part of a match. */
final class StreamRedactor implements StreamFilter {
    private static final int KEPT = 2 * LookaheadText.BEHIND;

    /** The number of characters that are kept behind for names of secrets: the beginning of a statement or a line. */
    private static final int KEPT_FOR_NAMES = 4_500;

    private final MatchFinder finder;
    private final MatchReplacer replacement;
    private final StringBuilder text = new StringBuilder();
    private final NormalizedText normalized = NormalizedText.empty();
    /** The number of characters handled. */
    private int done;

    private int passed;
    private final int kept;
    private final Predicate<String> secret;

    StreamRedactor(MatchFinder finder, MatchReplacer replacement) {
        this(finder, replacement, held -> false);
    }

    /**
     * Creates a filter.
     *
     * @param secret whether what was held back may not be shown when a text was cut
     */
    StreamRedactor(MatchFinder finder, MatchReplacer replacement, Predicate<String> secret) {
        this.finder = finder;
        this.replacement = replacement;
        this.secret = secret;
        this.kept = finder.anywhere() == 0 ? KEPT : KEPT_FOR_NAMES;
    }

    @Override
    public String accept(String more) {
        normalized.append(more, text.length());
        text.append(more);
        return sift(false);
    }

    @Override
    public boolean holds() {
        return passed < text.length();
    }

    @Override
    public String finish() {
        String rest = sift(true);
        text.setLength(0);
        normalized.clear();
        done = 0;
        passed = 0;
        return rest;
    }

    @Override
    public String cut() {
        String held = text.substring(passed);
        String rest = finish();
        return secret.test(held) ? "" : rest;
    }

    private String sift(boolean whole) {
        StringBuilder out = new StringBuilder();
        LookaheadText peek = new LookaheadText(normalized, whole);
        while (done < normalized.length()) {
            Optional<Match> find = finder.at(peek, done);
            if (peek.starved()) {
                break;
            }
            step(find, out);
        }
        pass(
                done < normalized.length() ? normalized.place(done) : text.length(),
                out); // invisible characters need no decision
        forget(peek);
        return out.toString();
    }

    private void step(Optional<Match> find, StringBuilder out) {
        pass(normalized.place(done), out);
        if (find.isEmpty()) {
            pass(normalized.place(done++) + 1, out);
        } else {
            Match match = normalized.original(find.get());
            out.append(replacement.of(match.kind(), text.substring(match.start(), match.end())));
            done = find.get().end();
            passed = match.end();
        }
    }

    private void pass(int to, StringBuilder out) {
        out.append(text, passed, to);
        replacement.passed(text, passed, to);
        passed = to;
    }

    private void forget(LookaheadText peek) {
        int gone = peek.keptFrom(done) - kept;
        if (gone > kept) {
            int originals = normalized.place(gone);
            text.delete(0, originals);
            normalized.removeFirst(gone, originals);
            passed -= originals;
            done -= gone;
        }
    }
}
