package dev.plumbline.assistant;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiError;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.RowAction.Offer;
import dev.plumbline.views.ViewRow;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What can be taken back of one conversation: a turn, or all that came after an answer, together with the document. It knows
 * the turns since the conversation was opened; those of an earlier program are not in the undo of the host. Used on the UI
 * thread.
 */
final class TurnActions implements ConversationObserver {
    /** The most undone calls that the model is sent. */
    private static final int MOST_NAMED = 20;

    private final TurnUndo host;
    private final AssistantWords words;
    private final Consumer<String> notice;
    private final Runnable changed;
    private final Map<ConversationEntry.Id, String> turns = new LinkedHashMap<>();
    private final IdentityHashMap<AiError, String> failed = new IdentityHashMap<>();
    private Optional<Back> back = Optional.empty();
    private String last = "";
    private @Nullable ConversationSession session;

    /**
     * @param notice shows a sentence
     * @param changed is run when there is something to go forward to, or no more
     */
    TurnActions(TurnUndo host, AssistantWords words, Consumer<String> notice, Runnable changed) {
        this.host = host;
        this.words = words;
        this.notice = notice;
        this.changed = changed;
    }

    /** Begins with another conversation. */
    void begin(ConversationSession other) {
        session = other;
        turns.clear();
        failed.clear();
        last = "";
        back = Optional.empty();
        changed.run();
    }

    private ConversationSession session() {
        return Objects.requireNonNull(session, "a row has a conversation");
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.EntryAppended stored) {
            if (!stored.ids().turn().equals(last) && stored.entry().kind() != Interaction.Kind.USER) {
                continued(stored.entry(), stored.ids().turn());
            }
            last = stored.ids().turn();
            turns.put(stored.entry().id(), last);
        } else if (event instanceof SessionEvent.TurnStarted) {
            back = Optional.empty(); // another way was taken
            changed.run();
        } else if (event instanceof SessionEvent.TurnFinished end) {
            end.ret()
                    .error() // one error of two turns could be of either
                    .ifPresent(error -> failed.merge(error, end.ids().turn(), (one, other) -> ""));
        }
    }

    /** A turn goes on that an earlier program has begun: its question belongs to it as well. */
    private void continued(ConversationEntry first, String turn) {
        List<ConversationEntry> path = session().path();
        for (int i = index(path, first);
                i-- > 0 && !turns.containsKey(path.get(i).id()); ) {
            turns.put(path.get(i).id(), turn);
            if (OpenConversation.question(path.get(i)).isPresent()) {
                return;
            }
        }
    }

    /**
     * Returns which tool calls of the conversation were undone, for the model: their results are still in the conversation, and
     * no longer true. Empty if there are none.
     */
    Optional<String> undoneCalls() {
        List<String> calls = new ArrayList<>();
        for (ConversationEntry entry : session == null ? List.<ConversationEntry>of() : session.path()) {
            if (isUndone(turns.getOrDefault(entry.id(), ""))) {
                entry.interactions().stream()
                        .filter(Interaction.ToolCall.class::isInstance)
                        .map(Interaction.ToolCall.class::cast)
                        .forEach(call ->
                                calls.add(call.name() + " " + call.arguments().text()));
            }
        }
        return calls.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "The user has undone what these tool calls changed, so their results no longer hold. Do not"
                                + " repeat them unless the user asks for it: "
                                + String.join(
                                        "; ", calls.subList(Math.max(0, calls.size() - MOST_NAMED), calls.size())));
    }

    private boolean isUndone(String turn) {
        TurnUndo.State state = turn.isEmpty() ? TurnUndo.State.NONE : host.state(turn);
        return state == TurnUndo.State.REDO_NEXT || state == TurnUndo.State.UNDONE;
    }

    List<RowAction> actions() {
        return List.of(
                new RowAction("undo-turn", words.say("undo"), this::offerUndo, this::undo),
                new RowAction("redo-turn", words.say("redo"), this::offerRedo, this::redo),
                new RowAction("back-to-here", words.say("back"), this::offerBack, this::back));
    }

    private Optional<String> turn(ViewRow row) {
        return row instanceof ViewRow.ErrorNotice notice
                ? Optional.ofNullable(failed.get(notice.error())).filter(turn -> !turn.isEmpty())
                : row.entry().map(entry -> turns.get(entry.id()));
    }

    private Offer offerUndo(ViewRow row) {
        boolean isOfEarlierProgram = row instanceof ViewRow.ToolCallRow call
                && call.outcome().filter(ToolEnvelope::isOk).isPresent()
                && row.entry().isPresent()
                && turn(row).isEmpty();
        if (isOfEarlierProgram) {
            return Offer.refused(words.say("undo.earlier"));
        }
        return turn(row)
                .map(turn -> switch (host.state(turn)) {
                    case UNDO_NEXT -> ready();
                    case DONE -> Offer.refused(later());
                    default -> Offer.NONE;
                })
                .orElse(Offer.NONE);
    }

    /** Returns why a change cannot be taken back now: who made the last one after it. */
    private String later() {
        List<String> done = host.done();
        return words.say(done.get(done.size() - 1).isEmpty() ? "undo.later" : "undo.later-turn");
    }

    private Offer offerRedo(ViewRow row) {
        return turn(row)
                .filter(turn -> host.state(turn) == TurnUndo.State.REDO_NEXT)
                .map(turn -> ready())
                .orElse(Offer.NONE);
    }

    private Offer offerBack(ViewRow row) {
        boolean isEnd = row instanceof ViewRow.Answer
                && row.entry().isPresent()
                && turn(row).isPresent()
                && isTheLastOfItsTurn(row.entry().get());
        return isEnd && !after(row.entry().get()).isEmpty() ? ready() : Offer.NONE;
    }

    private boolean isTheLastOfItsTurn(ConversationEntry entry) {
        List<ConversationEntry> path = session().path();
        int next = index(path, entry) + 1;
        return next < path.size()
                && !Optional.ofNullable(turns.get(path.get(next).id()))
                        .equals(Optional.ofNullable(turns.get(entry.id())));
    }

    private static int index(List<ConversationEntry> path, ConversationEntry entry) {
        return path.stream().map(ConversationEntry::id).toList().indexOf(entry.id());
    }

    private Offer ready() {
        return session().isRunning() ? Offer.refused(words.say("undo.running")) : Offer.READY;
    }

    private void undo(ViewRow row) {
        turn(row).ifPresent(this::undo);
    }

    private void undo(String turn) {
        while (host.state(turn) == TurnUndo.State.UNDO_NEXT) {
            host.undo();
        }
    }

    private void redo(ViewRow row) {
        turn(row).ifPresent(this::redo);
    }

    private void redo(String turn) {
        while (host.state(turn) == TurnUndo.State.REDO_NEXT) {
            host.redo();
        }
    }

    /** Returns the turns after that of an entry, oldest first: also those on a path that an edit has left. */
    private List<String> after(ConversationEntry entry) {
        List<String> order = List.copyOf(new LinkedHashSet<>(turns.values()));
        return order.subList(order.indexOf(turns.get(entry.id())) + 1, order.size());
    }

    /** Takes the document and the conversation back, or neither of them. */
    private void back(ViewRow row) {
        ConversationEntry here = row.entry().orElseThrow();
        ConversationEntry head = session().head();
        Set<String> later = Set.copyOf(after(here));
        if (changes(later) == Changes.UNDER_OTHERS) {
            notice.accept(later());
            return;
        }
        List<String> undone = takeBack(later);
        session().continueFrom(here);
        back = Optional.of(new Back(head, undone));
        changed.run();
    }

    /** Returns the turns that stored these entries, as far as they are known. */
    Set<String> turnsOf(List<ConversationEntry> entries) {
        return entries.stream()
                .flatMap(entry -> Optional.ofNullable(turns.get(entry.id())).stream())
                .collect(Collectors.toSet());
    }

    /** Returns whether the changes that turns have made of the document can be taken back now. */
    Changes changes(Set<String> which) {
        List<String> done = host.done();
        int last = done.size();
        while (last > 0 && which.contains(done.get(last - 1))) {
            last--;
        }
        if (done.subList(0, last).stream().anyMatch(which::contains)) {
            return Changes.UNDER_OTHERS;
        }
        return last == done.size() ? Changes.NONE : Changes.CAN_BE_UNDONE;
    }

    /** Takes the changes of turns back that {@link #changes} says can be; returns these turns, oldest first. */
    List<String> takeBack(Set<String> which) {
        List<String> undone = new ArrayList<>();
        for (List<String> done = host.done();
                !done.isEmpty() && which.contains(done.get(done.size() - 1));
                done = host.done()) {
            String turn = done.get(done.size() - 1);
            undo(turn);
            undone.add(0, turn);
        }
        return undone;
    }

    /** Makes the changes again that {@link #takeBack} has taken back. */
    void makeAgain(List<String> undone) {
        undone.forEach(this::redo);
    }

    /** What of the document turns have changed. */
    enum Changes {
        /** Nothing that the host's undo knows of. */
        NONE,
        /** It can be taken back: nothing was changed since. */
        CAN_BE_UNDONE,
        /** Something else was changed since, which would have to be taken back first. */
        UNDER_OTHERS
    }

    boolean canGoForward() {
        return back.isPresent();
    }

    /** Takes the last {@link #back} back. */
    void forward() {
        Back now = back.orElseThrow();
        if (now.undone.stream()
                .findFirst()
                .filter(turn -> host.state(turn) != TurnUndo.State.REDO_NEXT)
                .isPresent()) {
            notice.accept(words.say("forward.gone"));
        } else {
            makeAgain(now.undone);
            session().continueFrom(now.head);
        }
        back = Optional.empty();
        changed.run();
    }

    /** From where one went back, and which turns were undone for it, oldest first. */
    private record Back(ConversationEntry head, List<String> undone) {}
}
