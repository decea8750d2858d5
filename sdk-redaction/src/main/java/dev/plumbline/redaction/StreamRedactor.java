package dev.plumbline.redaction;

import java.util.Optional;

/** Replaces finds in text that streams by. It holds back only what could still become part of a find. */
final class StreamRedactor implements StreamFilter {
    private static final int KEPT = 2 * LookaheadText.BEHIND;

    private final MatchFinder finder;
    private final MatchReplacer replacement;
    private final StringBuilder text = new StringBuilder();
    private int done;

    StreamRedactor(MatchFinder finder, MatchReplacer replacement) {
        this.finder = finder;
        this.replacement = replacement;
    }

    @Override
    public String accept(String more) {
        text.append(more);
        return sift(false);
    }

    @Override
    public boolean holds() {
        return done < text.length();
    }

    @Override
    public String finish() {
        String rest = sift(true);
        text.setLength(0);
        done = 0;
        return rest;
    }

    private String sift(boolean whole) {
        StringBuilder out = new StringBuilder();
        LookaheadText peek = new LookaheadText(text, whole);
        while (done < text.length()) {
            Optional<Match> find = finder.at(peek, done);
            if (peek.starved()) {
                break;
            }
            step(find, out);
        }
        forget();
        return out.toString();
    }

    private void step(Optional<Match> find, StringBuilder out) {
        if (find.isEmpty()) {
            out.append(text.charAt(done++));
        } else {
            int end = find.get().end();
            out.append(replacement.of(find.get().kind(), text.substring(done, end)));
            done = end;
        }
    }

    private void forget() {
        if (done > 2 * KEPT) {
            text.delete(0, done - KEPT);
            done = KEPT;
        }
    }
}
