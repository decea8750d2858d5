package dev.plumbline.session.internal;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.call.internal.TokenEstimate;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.event.CallIds;
import dev.plumbline.session.ConversationSession.SideTurn;
import java.util.ArrayList;
import java.util.List;

/**
 * Summarizes the entries before a turn when they take too much of the model's context window or did not fit. The
 * entries of the turn itself stay unchanged, so that no executed tool call is lost. The originals stay in the tree.
 */
final class ConversationSummarizer {
    private ConversationSummarizer() {}

    /** The tokens of the request for a summary, and of the summary. */
    private static final int SUMMARY_TOKENS = 500;

    /** The fewest tokens of a conversation that are worth a request. */
    private static final int LEAST_TOKENS = 128;

    private static final int MOST_REQUESTS = 6;

    /**
     * Shortens the path before a turn if its last answer reported too many tokens, or the message of the user would not fit
     * behind them.
     */
    static void beforeTurn(Turn turn) {
        ContextWindow window = turn.window();
        double most = turn.settings.summaryShare(window) * window.tokens();
        if (most <= 0 || !turn.branch.openCalls().isEmpty()) {
            return;
        }
        List<ConversationEntry> path = turn.branch.path();
        long reported = tokens(path);
        // a local server may not count what it had read before
        long before = window.local() ? Math.max(reported, TokenEstimate.of(SideTurnRunner.said(path))) : reported;
        long asked = turn.request.fresh() ? TokenEstimate.of(List.of(turn.request.input())) : 0;
        boolean full = before >= most;
        boolean fullWithMessage = before >= most / 4 && asked < window.tokens() && before + asked >= most;
        if (full || fullWithMessage) {
            int newest = newestTurn(path);
            long kept = TokenEstimate.of(SideTurnRunner.said(path.subList(newest, path.size())));
            boolean keptFits = kept + asked + SUMMARY_TOKENS < most || kept <= LEAST_TOKENS;
            boolean unused = shorten(turn, keptFits ? newest : path.size());
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

    /** Shortens the path during a turn whose call did not fit; returns whether the call may be repeated. */
    static boolean afterOverflow(Turn turn, AiReturn ret) {
        boolean shorter = isOverflow(ret)
                && turn.settings.summaryShare(turn.window()) > 0
                && turn.mayShorten()
                && shorten(turn, turn.recorder.firstOwnIndex());
        if (shorter) {
            turn.recorder.addUsage(ret);
            turn.recorder.traced(ret.trace());
        }
        return shorter;
    }

    /** Returns whether a call did not fit because of the conversation, and not because of one message alone. */
    private static boolean isOverflow(AiReturn ret) {
        AiError error = ret.error().orElse(null);
        return error != null
                && error.category() == AiError.Category.CONTEXT_OVERFLOW
                && !error.code().equals(ContextWindow.MESSAGE_TOO_LARGE);
    }

    /** Returns the same return; with the error of a message that is too large if most of what did not fit is the message. */
    static AiReturn named(Turn turn, AiReturn ret) {
        if (!isOverflow(ret)) {
            return ret;
        }
        Interaction.User said = turn.recorder.input();
        long message = TokenEstimate.of(List.of(said));
        long all = TokenEstimate.of(turn.conversation());
        return message > LEAST_TOKENS && message > all - message
                ? ret.withError(turn.window()
                        .tooLarge(said)
                        .withProviderMessage(ret.error().orElseThrow().providerMessage()))
                : ret;
    }

    /**
     * Replaces the oldest entries before that index of the path by a summary: as many turns as a request for a summary can
     * have in the context window. False if that would not shorten the path.
     */
    private static boolean shorten(Turn turn, int end) {
        List<ConversationEntry> path = turn.branch.path();
        List<ConversationEntry> old = turn.recorder.firstOwnIndex() > 0 ? old(path, end) : List.of();
        if (old.stream().allMatch(entry -> isSaidBy(entry, Interaction.Kind.SUMMARY))) {
            return false;
        }
        List<ConversationEntry> opening = path.subList(0, path.indexOf(old.get(0)));
        long available = available(turn);
        for (int i = 0; i < MOST_REQUESTS && available >= LEAST_TOKENS; i++) {
            List<ConversationEntry> part =
                    SummaryPart.of(old, available - TokenEstimate.of(SideTurnRunner.said(opening)));
            List<Interaction> sent = new ArrayList<>(SideTurnRunner.said(opening));
            sent.addAll(SideTurnRunner.said(part));
            sent = SummaryPart.shortened(sent, available);
            AiReturn ret = summary(turn, sent);
            if (ret.isOk()) {
                return turn.recorder.shorten(part, ret.text());
            }
            if (!isOverflow(ret)) {
                return false;
            }
            available = Math.min(available, TokenEstimate.of(sent)) / 2;
        }
        return false;
    }

    /** Returns the tokens of the conversation that a request for a summary can have. */
    private static long available(Turn turn) {
        ContextWindow window = turn.window();
        if (window.tokens() == 0) {
            return Long.MAX_VALUE;
        }
        long tools = TokenEstimate.ofTools(turn.settings.tools().definitions(turn.request.toolFilter(turn.body())));
        return Math.max(LEAST_TOKENS, window.tokens() - window.tokens() / 4 - tools - SUMMARY_TOKENS);
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

    /** Requests a summary of the beginning of a conversation within the turn's budget. */
    private static AiReturn summary(Turn turn, List<Interaction> beginning) {
        SideTurn aside = SideTurn.summary();
        SessionOptions own = turn.request.options();
        SessionOptions options = own.toBuilder()
                .parent(new SessionOptions.ParentTurn(
                        turn.ids(), turn.spending(), ret -> own.parent().ifPresent(parent -> parent.ended(ret))))
                .build();
        AiReturn ret = new SideTurnRunner(turn.settings, turn.ids(), options, turn.cancellation())
                .run(aside, turn.branch, beginning);
        turn.branch.addUsage(ret);
        return ret;
    }
}
