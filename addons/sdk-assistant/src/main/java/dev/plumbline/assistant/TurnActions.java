package dev.plumbline.assistant;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.views.RowAction;
import dev.plumbline.views.RowAction.Offer;
import dev.plumbline.views.ViewRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What can be taken back of one conversation: a turn, or all that came after an answer, together with the document. It knows
 * the turns since the conversation was opened; those of an earlier program are not in the undo of the host. Used on the UI
 * thread.
 */
final class TurnActions implements ConversationObserver {
    private final TurnUndo host;
    private final AssistantWords words;
    private final Consumer<String> notice;
    private final Runnable changed;
    private final Map<ConversationEntry.Id, String> turns = new LinkedHashMap<>();
    private Optional<Back> back = Optional.empty();
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
        back = Optional.empty();
        changed.run();
    }

    private ConversationSession session() {
        return Objects.requireNonNull(session, "a row has a conversation");
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.EntryAppended stored) {
            turns.put(stored.entry().id(), stored.ids().turn());
        } else if (event instanceof SessionEvent.TurnStarted) {
            back = Optional.empty(); // another way was taken
            changed.run();
        }
    }

    List<RowAction> actions() {
        return List.of(
                new RowAction("undo-turn", words.say("undo"), this::offerUndo, this::undo),
                new RowAction("redo-turn", words.say("redo"), this::offerRedo, this::redo),
                new RowAction("back-to-here", words.say("back"), this::offerBack, this::back));
    }

    private Optional<String> turn(ViewRow row) {
        return row.entry().map(entry -> turns.get(entry.id()));
    }

    private Offer offerUndo(ViewRow row) {
        return turn(row)
                .map(turn -> switch (host.state(turn)) {
                    case UNDO_NEXT -> ready();
                    case DONE -> Offer.refused(words.say("undo.later"));
                    default -> Offer.NONE;
                })
                .orElse(Offer.NONE);
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
        List<String> undone = new ArrayList<>();
        List<String> later = after(here);
        for (int i = later.size(); i-- > 0; ) {
            String turn = later.get(i);
            if (host.state(turn) == TurnUndo.State.UNDO_NEXT) {
                undo(turn);
                undone.add(0, turn);
            }
            if (host.state(turn) == TurnUndo.State.DONE || host.state(turn) == TurnUndo.State.UNDO_NEXT) {
                undone.forEach(this::redo);
                notice.accept(words.say("undo.later"));
                return;
            }
        }
        session().continueFrom(here);
        back = Optional.of(new Back(head, undone));
        changed.run();
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
            now.undone.forEach(this::redo);
            session().continueFrom(now.head);
        }
        back = Optional.empty();
        changed.run();
    }

    /** From where one went back, and which turns were undone for it, oldest first. */
    private record Back(ConversationEntry head, List<String> undone) {}
}
