package dev.plumbline.session;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.state.BranchState;
import java.util.List;
import java.util.Optional;

/**
 * Sums up what was said before a turn when it takes too much of what the model reads, or did not fit. What the turn itself
 * has said and done stays as it is, so no tool that ran is forgotten. The originals stay in the tree.
 */
final class Summarizer {
    private Summarizer() {}

    /** Before a turn: shortens the path when its last answer says that it is too long. */
    static void beforeTurn(Turn turn, SummarySettings settings) {
        ModelId asked = turn.request.options().model().model().orElse(turn.settings.model());
        int most = settings.window().applyAsInt(asked);
        boolean open = turn.branch.pending() != null;
        if (!open && most > 0 && tokens(turn.branch.branch().path()) >= settings.share() * most) {
            shorten(turn, newestTurn(turn.branch.branch().path()));
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
    static boolean afterOverflow(Turn turn, AiReturn ret) {
        AiError error = ret.error().orElse(null);
        boolean overflowed = error != null && error.category() == AiError.Category.CONTEXT_OVERFLOW;
        boolean shorter = overflowed && turn.state.mayShorten() && shorten(turn, turn.state.ownPlace());
        if (shorter) {
            turn.state.gaveUp(ret);
        }
        return shorter;
    }

    /** Replaces what is before that place of the path by a summary; false when there is nothing to gain. */
    private static boolean shorten(Turn turn, int end) {
        List<Entry> old = turn.state.ownPlace() > 0 ? old(turn.branch.branch().path(), end) : List.of();
        return old.stream().anyMatch(entry -> !isSaidBy(entry, Interaction.Kind.SUMMARY))
                && summary(turn, old).map(text -> turn.state.shorten(old, text)).orElse(false);
    }

    /** Puts a summary in the place of all turns of a path but the newest; false when that cannot be, or has changed. */
    static boolean replace(BranchState about, List<Entry> path, String summary, CallIds ids) {
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

    /** The entries between the opening of a path and that place. */
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
        SessionOptions options = turn.request.options().toBuilder()
                .parent(new SessionOptions.Parent(turn.ids(), turn.spending()))
                .build();
        AiReturn ret = new AsideRunner(turn.settings, turn.ids(), options, turn.cancellation())
                .run(aside, AsideRunner.said(old));
        turn.branch.spent(ret);
        return ret.isOk() ? Optional.of(ret.text()) : Optional.empty();
    }
}
