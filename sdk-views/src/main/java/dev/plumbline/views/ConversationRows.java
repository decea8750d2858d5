package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a front end shows of a session: rows in order, each under a key, and what changes of them. It is a view: give it to
 * {@code session.observe}. A front end draws {@link #rows} once and then does what the changes say; what it shows then is
 * what is stored, what is coming in, and why the last turn failed, if it did.
 *
 * <p>It follows the branch of its session wherever that goes, and finds its way when it was given after something had
 * happened: where an event does not continue what it has, it reads the path again. Used by one thread, the one on which
 * views are called.
 */
public final class ConversationRows implements ConversationObserver {
    private final Supplier<List<ConversationEntry>> path;
    private final RowList rows = new RowList();
    private final EntryRows stored = new EntryRows(rows);
    private final Deque<String> interjected = new ArrayDeque<>();
    private Optional<StreamingAnswer> growing = Optional.empty();
    private boolean questionDue;
    private int made;

    private ConversationRows(Supplier<List<ConversationEntry>> path) {
        this.path = path;
        stored.align(path.get());
    }

    /**
     * The rows of a session, beginning with those of what it has stored.
     *
     * @param path {@code session::path}, asked now and whenever the branch goes on elsewhere
     * @param changes receives what changes from now on
     */
    public static ConversationRows of(Supplier<List<ConversationEntry>> path, Consumer<? super RowChange> changes) {
        ConversationRows all = new ConversationRows(path);
        all.rows.publishTo(changes);
        return all;
    }

    /** The rows of a path that stays as it is. */
    public static List<ViewRow> of(List<ConversationEntry> path) {
        return new ConversationRows(() -> path).rows();
    }

    /** All rows as they are now, in order. */
    public List<ViewRow> rows() {
        return rows.list();
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.Interjected said) {
            onInterjection(Interaction.user(said.text()));
        } else if (event instanceof SessionEvent.BranchMoved) {
            takeBack();
            stored.align(path.get());
        } else {
            ConversationObserver.super.onEvent(event);
        }
    }

    @Override
    public void onTurnStarted(Interaction.User input) {
        questionDue = true;
    }

    @Override
    public void onRoundStarted(int round) {
        questionDue = false;
        takeBack();
    }

    @Override
    public void onText(String piece) {
        rows.more(growing(), false, piece);
    }

    @Override
    public void onReasoning(String piece) {
        rows.more(growing(), true, piece);
    }

    @Override
    public void onReset() {
        takeBack();
    }

    @Override
    public void onToolCall(Interaction.ToolCall call) {
        rows.change(EntryRows.keyOf(call.id()), ViewRow.ToolCallRow.class, ViewRow.ToolCallRow::started);
    }

    @Override
    public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
        rows.change(EntryRows.keyOf(call.id()), ViewRow.ToolCallRow.class, tool -> tool.progressed(fraction, note));
    }

    @Override
    public void onToolResult(Interaction.ToolResult result) {
        rows.change(
                EntryRows.keyOf(result.callId()), ViewRow.ToolCallRow.class, tool -> tool.finished(result.envelope()));
    }

    @Override
    public void onEntry(ConversationEntry entry) {
        if (entry.kind() == Interaction.Kind.USER) {
            heard();
        }
        if (stored.isBehind(entry)) {
            stored.append(entry, growing.map(StreamingAnswer::key));
            growing = Optional.empty();
        } else if (!stored.has(entry)) {
            stored.align(path.get());
        }
        takeBack();
    }

    @Override
    public void onFinished(AiReturn ret) {
        takeBack();
        interjected.forEach(rows::remove);
        interjected.clear();
        ret.error().ifPresent(error -> rows.put(new ViewRow.ErrorNotice(key("notice"), error)));
    }

    /** What a person says in the middle is shown at once, and where it belongs when it is stored. */
    private void onInterjection(Interaction.User said) {
        ViewRow row = new ViewRow.UserMessage(key("said"), Optional.empty(), said);
        interjected.add(row.key());
        rows.put(row);
    }

    private void heard() {
        if (!questionDue) {
            Optional.ofNullable(interjected.poll()).ifPresent(rows::remove);
        }
        questionDue = false;
    }

    private StreamingAnswer growing() {
        if (growing.isEmpty()) {
            StreamingAnswer answer = new StreamingAnswer(key("answer"));
            rows.begin(answer);
            growing = Optional.of(answer);
        }
        return growing.get();
    }

    /** Removes what was shown of an answer that is stored in no row of its own. */
    private void takeBack() {
        growing.map(StreamingAnswer::key).ifPresent(rows::remove);
        growing = Optional.empty();
    }

    private String key(String kind) {
        return kind + "." + ++made;
    }
}
