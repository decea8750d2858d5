package dev.plumbline.web;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn.Trace;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.tool.internal.ClientRedaction;
import dev.plumbline.ui.Question;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * An open branch of a conversation with its rows, for all streams that show it. A stream that begins gets the rows as they
 * are at that moment, and every change after it: no gap, nothing twice. Thread-safe.
 */
final class LiveConversation implements Flow.Subscriber<SessionEvent>, AutoCloseable {
    private final ConversationSession session;
    private final boolean isOurs;
    private final ClientRedaction redaction;
    private final ConversationRows rows;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, String> shownIds = new LinkedHashMap<>();
    private Optional<Flow.Subscription> subscription = Optional.empty();
    private Optional<Trace> trace = Optional.empty();
    private boolean inTurn;
    private boolean ended;

    private LiveConversation(ConversationSession session, boolean isOurs, ClientRedaction redaction) {
        this.session = session;
        this.isOurs = isOurs;
        this.redaction = redaction;
        this.rows = ConversationRows.of(session::path, session::unknownOutcomes, session::interjected, this::changed);
    }

    /**
     * Follows a session from now on.
     *
     * @param isOurs whether {@link #close} closes the session
     * @param redaction hides values in what leaves to AG-UI clients; the page shows them
     */
    static LiveConversation of(ConversationSession session, boolean isOurs, ClientRedaction redaction) {
        LiveConversation live = new LiveConversation(session, isOurs, redaction);
        synchronized (live) {
            session.stream().subscribe(live);
            live.inTurn = session.isRunning();
        }
        return live;
    }

    ConversationSession session() {
        return session;
    }

    /** Returns the redaction for AG-UI clients. */
    ClientRedaction redaction() {
        return redaction;
    }

    String id() {
        return session.id();
    }

    String branch() {
        return session.branch();
    }

    /** Returns whether a turn has begun whose end has not been shown. */
    synchronized boolean isInTurn() {
        return inTurn;
    }

    synchronized boolean isEnded() {
        return ended;
    }

    /** Adds a listener, after it has received the current rows; no change comes between. */
    synchronized void add(Listener listener, Consumer<List<ViewRow>> first) {
        first.accept(rows.rows());
        listeners.add(listener);
        if (ended) {
            listener.onEnded();
        }
    }

    /** Passes the current rows, in order with the changes that listeners receive. */
    synchronized void read(Consumer<List<ViewRow>> reader) {
        reader.accept(rows.rows());
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    /** Returns the trace of the newest turn, if one has ended since the conversation is followed. */
    synchronized Optional<Trace> trace() {
        return trace;
    }

    /** Returns the questions that wait for an answer, by the key of their row. */
    synchronized Map<String, Question> questions() {
        Map<String, Question> open = new LinkedHashMap<>();
        for (ViewRow row : rows.rows()) {
            if (row instanceof ViewRow.OpenQuestion question) {
                open.put(row.key(), question.question());
            }
        }
        return open;
    }

    /** Returns the id by which AG-UI clients know a row or a tool call. */
    synchronized String shownId(String own) {
        return shownIds.getOrDefault(own, own);
    }

    /** Lets AG-UI clients know a row or a tool call by another id. */
    synchronized void showAs(String own, String shown) {
        shownIds.put(own, shown);
    }

    /** Returns whether AG-UI clients know something by that id. */
    synchronized boolean isShown(String id) {
        return shownIds.containsValue(id)
                || rows.rows().stream().anyMatch(row -> row.key().equals(id));
    }

    /** Returns the id of the n-th tool call of a round, which is known before the call itself has one. */
    static String callId(SessionEvent event, int number) {
        return event.ids().turn() + "." + event.ids().round() + "." + number;
    }

    @Override
    public void onSubscribe(Flow.Subscription to) {
        subscription = Optional.of(to);
        to.request(Long.MAX_VALUE);
    }

    @Override
    public synchronized void onNext(SessionEvent event) {
        if (event instanceof SessionEvent.TurnStarted) {
            inTurn = true;
        } else if (event instanceof SessionEvent.TurnFinished finished) {
            inTurn = false;
            trace = Optional.of(finished.ret().trace());
        } else if (event instanceof SessionEvent.EntryAppended stored) {
            nameCalls(event, stored.entry());
        }
        listeners.forEach(listener -> listener.onEvent(event));
        rows.onEvent(event);
        listeners.forEach(listener -> listener.onShown(event));
    }

    private void nameCalls(SessionEvent event, ConversationEntry entry) {
        int number = 0;
        for (Interaction interaction : entry.interactions()) {
            if (interaction instanceof Interaction.ToolCall call) {
                shownIds.put(call.id(), callId(event, number++));
            }
        }
    }

    private void changed(RowChange change) {
        listeners.forEach(listener -> listener.onChange(change));
    }

    @Override
    public void onError(Throwable failure) {
        onComplete();
    }

    @Override
    public synchronized void onComplete() {
        ended = true;
        listeners.forEach(Listener::onEnded);
    }

    @Override
    public void close() {
        onComplete();
        subscription.ifPresent(Flow.Subscription::cancel);
        if (isOurs) {
            session.close();
        }
    }

    /** Receives what happens in a conversation, one call at a time, in order; must not wait. */
    interface Listener {
        /** Called with an event before the rows change. */
        void onEvent(SessionEvent event);

        /** Called with a change of the rows. */
        void onChange(RowChange change);

        /** Called with an event after the rows have changed. */
        void onShown(SessionEvent event);

        /** Called when its client reads too slowly, and what waited for it was dropped. */
        void onOverflow();

        /** Called when the session was closed; nothing follows. */
        void onEnded();
    }
}
