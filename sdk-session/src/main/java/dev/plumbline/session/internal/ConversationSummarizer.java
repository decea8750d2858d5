package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.ConversationSession.SideTurn;
import java.util.List;
import java.util.Optional;

/**
 * Summarizes the entries before a turn when they take too much of the model's context window or did not fit. The
 * entries of the turn itself stay unchanged, so that no executed tool call is lost. The originals stay in the tree.
 */
final class ConversationSummarizer {
    private ConversationSummarizer() {}

    /** Shortens the path before a turn if its last answer reported too many tokens. */
    static void beforeTurn(Turn turn) {
        ModelId asked = turn.request.options().model().model().orElse(turn.settings.model());
        double most = turn.settings.summaryTokens(asked);
        boolean open = !turn.branch.openCalls().isEmpty();
        if (!open && most > 0 && tokens(turn.branch.path()) >= most) {
            shorten(turn, newestTurn(turn.branch.path()));
        }
    }

    /** Returns the tokens of the newest answer, including its request. */
    private static long tokens(List<ConversationEntry> path) {
        for (int i = path.size() - 1; i >= 0; i--) {
            long total = path.get(i).usage().total();
            if (total > 0) {
                return total;
            }
        }
        return 0;
    }

    private static int newestTurn(List<ConversationEntry> path) {
        int at = path.size();
        do {
            at--;
        } while (at > 0 && !isSaidBy(path.get(at), Interaction.Kind.USER));
        return at;
    }

    /** Shortens the path during a turn whose call did not fit; returns whether the call may be repeated, once. */
    static boolean afterOverflow(Turn turn, AiReturn ret) {
        AiError error = ret.error().orElse(null);
        boolean overflowed = error != null && error.category() == AiError.Category.CONTEXT_OVERFLOW;
        boolean shorter = overflowed && turn.mayShorten() && shorten(turn, turn.recorder.firstOwnIndex());
        if (shorter) {
            turn.recorder.addUsage(ret);
            turn.recorder.traced(ret.trace());
        }
        return shorter;
    }

    /** Replaces the entries before that index of the path by a summary; false if that would not shorten it. */
    private static boolean shorten(Turn turn, int end) {
        List<ConversationEntry> path = turn.branch.path();
        List<ConversationEntry> old = turn.recorder.firstOwnIndex() > 0 ? old(path, end) : List.of();
        return old.stream().anyMatch(entry -> !isSaidBy(entry, Interaction.Kind.SUMMARY))
                && summary(turn, path.subList(0, end))
                        .map(text -> turn.recorder.shorten(old, text))
                        .orElse(false);
    }

    /**
     * Replaces all turns of a path except the newest by a summary; false if that is impossible or the path has changed.
     */
    static boolean replace(Branch about, List<ConversationEntry> path, String summary, CallIds ids) {
        List<ConversationEntry> old = old(path, newestTurn(path));
        try {
            if (!old.isEmpty()) {
                about.summarize(old.get(0), old.get(old.size() - 1), summary, ids);
            }
            return !old.isEmpty();
        } catch (IllegalStateException | IllegalArgumentException changed) {
            return false;
        }
    }

    /** Returns the entries between the opening of a path and that index. */
    private static List<ConversationEntry> old(List<ConversationEntry> path, int end) {
        int start = 0;
        while (start < end && isOpening(path.get(start))) {
            start++;
        }
        return path.subList(start, Math.max(start, end));
    }

    private static boolean isOpening(ConversationEntry entry) {
        return entry.interactions().isEmpty()
                || isSaidBy(entry, Interaction.Kind.SYSTEM)
                || isSaidBy(entry, Interaction.Kind.CONTEXT);
    }

    private static boolean isSaidBy(ConversationEntry entry, Interaction.Kind kind) {
        return !entry.interactions().isEmpty() && entry.kind() == kind;
    }

    /** Requests a summary of the beginning of a path within the turn's budget; if it fails, nothing changes. */
    private static Optional<String> summary(Turn turn, List<ConversationEntry> beginning) {
        SideTurn aside = SideTurn.summary();
        SessionOptions own = turn.request.options();
        SessionOptions options = own.toBuilder()
                .parent(new SessionOptions.ParentTurn(
                        turn.ids(), turn.spending(), ret -> own.parent().ifPresent(parent -> parent.ended(ret))))
                .build();
        AiReturn ret = new SideTurnRunner(turn.settings, turn.ids(), options, turn.cancellation())
                .run(aside, turn.branch, SideTurnRunner.said(beginning));
        turn.branch.addUsage(ret);
        return ret.isOk() ? Optional.of(ret.text()) : Optional.empty();
    }
}
