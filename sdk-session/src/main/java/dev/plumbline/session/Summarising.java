package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Sums up what was said before a turn when it takes too much of what the model reads, or did not fit. What the turn itself
 * has said and done stays as it is, so no tool that ran is forgotten. The originals stay in the tree.
 *
 * @param share of the window from which on it is done
 * @param window how many tokens a model reads; 0 when nobody knows
 */
record Summarising(double share, ToIntFunction<ModelId> window) {

    Summarising {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("the share of the context window is more than 0 and at most 1");
        }
    }

    /** Before a turn: shortens the path when its last answer says that it is too long. */
    void beforeTurn(Turn turn) {
        ModelId asked = turn.ask.options().model().model().orElse(turn.wiring.model());
        int most = window.applyAsInt(asked);
        boolean open = turn.interrupted().isPresent();
        if (!open && most > 0 && tokens(turn.path()) >= share * most) {
            shorten(turn, newestTurn(turn.path()));
        }
    }

    /** What the newest answer took, question included. */
    private static long tokens(List<Entry> path) {
        for (int i = path.size() - 1; i >= 0; i--) {
            long total = path.get(i).usage().total();
            if (total > 0) {
                return total;
            }
        }
        return 0;
    }

    private static int newestTurn(List<Entry> path) {
        int at = path.size();
        do {
            at--;
        } while (at > 0 && !isSaidBy(path.get(at), Interaction.Kind.USER));
        return at;
    }

    /** In the middle of a turn whose call did not fit: whether it may be tried again, once. */
    boolean afterOverflow(Turn turn, AiReturn ret) {
        boolean overflowed = ret.error()
                .filter(error -> error.category() == AiError.Category.CONTEXT_OVERFLOW)
                .isPresent();
        boolean shorter = overflowed && turn.progress.mayShorten() && shorten(turn, turn.additions.ownPlace());
        if (shorter) {
            turn.change(() -> turn.progress.tally.add(ret));
        }
        return shorter;
    }

    /** Puts a summary in the place of what stands before that place of the path; false when there is nothing to gain. */
    private static boolean shorten(Turn turn, int end) {
        List<Entry> old = turn.additions.ownPlace() > 0 ? old(turn.path(), end) : List.of();
        return old.stream().anyMatch(entry -> !isSaidBy(entry, Interaction.Kind.SUMMARY))
                && summary(turn, old)
                        .map(text -> turn.additions.shorten(old, text))
                        .orElse(false);
    }

    /** Puts a summary in the place of all turns of a path but the newest; false when that cannot be, or has changed. */
    static boolean replace(Conversation about, List<Entry> path, String summary, CallIds ids) {
        List<Entry> old = old(path, newestTurn(path));
        try {
            if (!old.isEmpty()) {
                about.summarize(old.get(0), old.get(old.size() - 1), summary, ids);
            }
            return !old.isEmpty();
        } catch (IllegalStateException | IllegalArgumentException changed) {
            return false;
        }
    }

    /** What stands between the opening of a path and that place. */
    private static List<Entry> old(List<Entry> path, int end) {
        int start = 0;
        while (start < end && isOpening(path.get(start))) {
            start++;
        }
        return path.subList(start, Math.max(start, end));
    }

    private static boolean isOpening(Entry entry) {
        return entry.interactions().isEmpty()
                || isSaidBy(entry, Interaction.Kind.SYSTEM)
                || isSaidBy(entry, Interaction.Kind.CONTEXT);
    }

    private static boolean isSaidBy(Entry entry, Interaction.Kind kind) {
        return !entry.interactions().isEmpty() && entry.kind() == kind;
    }

    /** Asked at the turn's expense; a summary that fails leaves everything as it is. */
    private static Optional<String> summary(Turn turn, List<Entry> old) {
        Aside aside = Aside.summary();
        SessionOptions options = turn.ask.options().toBuilder()
                .parent(new SessionOptions.Parent(turn.ids(), turn.spending()))
                .build();
        AiReturn ret = new Asides(turn.wiring, turn.ids(), options, turn.cancellation()).run(aside, Asides.said(old));
        turn.additions.spentBeside(ret);
        return ret.ok() ? Optional.of(ret.text()) : Optional.empty();
    }
}
