package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.CallIds;
import dev.plumbline.internal.ModuleVersions;
import dev.plumbline.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The rows that a front end shows of a session, in order and each with a key, and their changes. It is an observer for
 * {@code session.observe}. A front end draws {@link #rows} once and then applies the changes; it then shows the stored
 * conversation, the streaming answer, and the error of a failed turn.
 *
 * <p>It follows the branch of its session and can be added at any time: if an event does not continue the current rows,
 * it reads the path again. Used by one thread, on which views are called.
 */
public final class ConversationRows implements ConversationObserver {
    private final Supplier<List<ConversationEntry>> path;
    private final Supplier<List<Interaction.ToolCall>> begun;
    private final RowList rows = new RowList();
    private final EntryRows stored = new EntryRows(rows);
    private final Deque<ViewRow.UserMessage> interjected = new ArrayDeque<>();
    private Optional<StreamingAnswer> growing = Optional.empty();
    private Optional<String> asked = Optional.empty();
    private final Map<String, String> news = new HashMap<>();
    /** The question of a turn that has begun, until it is stored; that of a turn that goes on is stored already. */
    private Optional<Interaction.User> question = Optional.empty();

    private int made;

    private ConversationRows(Supplier<List<ConversationEntry>> path, Supplier<List<Interaction.ToolCall>> begun) {
        ModuleVersions.check(ConversationRows.class);
        this.path = path;
        this.begun = begun;
        align();
    }

    /** Shows the stored entries as they are now. */
    private void align() {
        stored.align(path.get());
        begun.get()
                .forEach(call -> rows.change(
                        EntryRows.keyOf(call.id()), ViewRow.ToolCallRow.class, row -> row.interrupted(call)));
    }

    /**
     * Returns the rows of a session, beginning with the stored entries and with what an earlier program has left in it.
     *
     * @param path {@code session::path}, read now and when the branch changes
     * @param unknown {@code session::unknownOutcomes}: calls that had begun when the program ended; read with it
     * @param interjected {@code session::interjected}: messages that the model has not read; read now
     * @param changes receives the changes from now on
     */
    public static ConversationRows of(
            Supplier<List<ConversationEntry>> path,
            Supplier<List<Interaction.ToolCall>> unknown,
            Supplier<List<Interaction.User>> interjected,
            Consumer<? super RowChange> changes) {
        ConversationRows all = new ConversationRows(path, unknown);
        interjected.get().forEach(all::onInterjection);
        all.rows.publishTo(changes);
        return all;
    }

    /** Returns the rows of a path that does not change. */
    public static List<ViewRow> of(List<ConversationEntry> path) {
        return new ConversationRows(() -> path, List::of).rows();
    }

    /** Returns all current rows, in order. */
    public List<ViewRow> rows() {
        return rows.list();
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (!isBeside(event)) {
            asked.ifPresent(rows::remove);
            asked = Optional.empty();
        }
        if (event instanceof SessionEvent.QuestionAsked question) {
            asked = Optional.of(key("approval"));
            rows.put(new ViewRow.OpenQuestion(asked.get(), question.question()));
        } else if (event instanceof SessionEvent.Interjected interjected) {
            onInterjection(Interaction.user(interjected.text()));
        } else if (event instanceof SessionEvent.TurnQueued turn) {
            onQueued(turn);
        } else if (event instanceof SessionEvent.TurnWithdrawn turn) {
            rows.remove(waitingKey(turn.ids()));
        } else if (event instanceof SessionEvent.Custom custom) {
            onNews(custom);
        } else if (event instanceof SessionEvent.BranchMoved) {
            takeBack();
            align();
        } else {
            if (event instanceof SessionEvent.TurnStarted turn) {
                rows.remove(waitingKey(turn.ids()));
            }
            ConversationObserver.super.onEvent(event);
        }
    }

    /** Returns whether an event may come while the user is asked; any other shows that the turn goes on. */
    private static boolean isBeside(SessionEvent event) {
        return event instanceof SessionEvent.Progressed
                || event instanceof SessionEvent.ToolProgressed
                || event instanceof SessionEvent.Heartbeat
                || event instanceof SessionEvent.Interjected
                || event instanceof SessionEvent.JournalStatus
                || event instanceof SessionEvent.TurnQueued
                || event instanceof SessionEvent.TurnWithdrawn
                || event instanceof SessionEvent.Custom;
    }

    @Override
    public void onTurnStarted(Interaction.User input) {
        question = Optional.of(input);
        news.clear();
    }

    @Override
    public void onRoundStarted(int round) {
        question = Optional.empty();
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
            heard(entry);
        }
        if (stored.isBehind(entry)) {
            stored.append(entry, growing.map(StreamingAnswer::key));
            growing = Optional.empty();
        } else if (!stored.has(entry)) {
            stored.align(upTo(entry, path.get()));
        }
        takeBack();
    }

    /** Returns the path as it was when the entry was appended: it may be ahead of the events. */
    private static List<ConversationEntry> upTo(ConversationEntry entry, List<ConversationEntry> now) {
        for (int i = 0; i < now.size(); i++) {
            if (now.get(i).id().equals(entry.id())) {
                return now.subList(0, i + 1);
            }
        }
        return now;
    }

    @Override
    public void onFinished(AiReturn ret) {
        takeBack();
        interjected.forEach(row -> rows.remove(row.key()));
        interjected.clear();
        ret.error().ifPresent(error -> {
            stored.keepUnanswered(path.get());
            rows.put(new ViewRow.ErrorNotice(key("notice"), error));
        });
    }

    /** Shows an interjection at once; it moves to its place when it is stored. */
    private void onInterjection(Interaction.User message) {
        ViewRow.UserMessage row = waiting(key("said"), message);
        interjected.add(row);
        rows.put(row);
    }

    /** Shows a message that waits, after all other rows; its turn shows it again where it is stored. */
    private void onQueued(SessionEvent.TurnQueued turn) {
        rows.putLast(waiting(waitingKey(turn.ids()), turn.input()));
    }

    private static String waitingKey(CallIds ids) {
        return "waiting." + ids.turn();
    }

    private static ViewRow.UserMessage waiting(String key, Interaction.User message) {
        return new ViewRow.UserMessage(key, Optional.empty(), message, ViewRow.UserMessage.Status.WAITING);
    }

    /** Shows the newest news of each extension in a turn, if there is a text in them. */
    private void onNews(SessionEvent.Custom custom) {
        if (ViewRow.News.isForPeople(custom.data())) {
            String key = news.computeIfAbsent(custom.extension(), name -> key("news"));
            rows.put(new ViewRow.News(key, custom.extension(), custom.data()));
        }
    }

    /** Removes the row of an interjection that is stored now, which a hook may have changed. */
    private void heard(ConversationEntry entry) {
        if (question.isPresent() && !isNextInterjection(entry, question.get())) {
            question = Optional.empty();
            return;
        }
        ViewRow.UserMessage row = interjected.poll();
        if (row != null) {
            rows.remove(row.key());
        }
    }

    private boolean isNextInterjection(ConversationEntry entry, Interaction.User due) {
        ViewRow.UserMessage next = interjected.peek();
        List<Interaction> said = entry.interactions();
        return next != null && said.contains(next.said()) && !said.contains(due);
    }

    private StreamingAnswer growing() {
        if (growing.isEmpty()) {
            StreamingAnswer answer = new StreamingAnswer(key("answer"));
            rows.begin(answer);
            growing = Optional.of(answer);
        }
        return growing.get();
    }

    /** Removes the row of an answer that was taken back. */
    private void takeBack() {
        growing.map(StreamingAnswer::key).ifPresent(rows::remove);
        growing = Optional.empty();
    }

    private String key(String kind) {
        return kind + "." + ++made;
    }

    /**
     * A change of the rows of a front end. A view that applies the changes, in order, to the earlier rows has the current
     * rows. Immutable; {@code toString} shows kind and length only.
     */
    public sealed interface RowChange {

        /** Returns the key of the row. */
        String key();

        /** Returns the JSON form for front ends in other languages: {@code docs/views.md}. */
        Json toJson();

        /**
         * A new row, after all others.
         *
         * @param row the row
         */
        record Added(ViewRow row) implements RowChange {
            @Override
            public String key() {
                return row.key();
            }

            @Override
            public Json toJson() {
                return Json.object().with("change", "added").with("row", row.toJson());
            }
        }

        /**
         * A row replaces the row with the same key.
         *
         * @param row the row
         */
        record Changed(ViewRow row) implements RowChange {
            @Override
            public String key() {
                return row.key();
            }

            @Override
            public Json toJson() {
                return Json.object().with("change", "changed").with("row", row.toJson());
            }
        }

        /**
         * Text to append to a row.
         *
         * @param reasoning whether it belongs to the reasoning, not to the text
         * @param piece the text
         */
        record Appended(String key, boolean reasoning, String piece) implements RowChange {
            @Override
            public Json toJson() {
                return Json.object()
                        .with("change", "more")
                        .with("key", key)
                        .with(reasoning ? "reasoning" : "text", piece);
            }

            @Override
            public String toString() {
                return "Appended[" + key + ", " + piece.length() + " characters]";
            }
        }

        /** A row was removed, because it was taken back or the branch changed. */
        record Removed(String key) implements RowChange {
            @Override
            public Json toJson() {
                return Json.object().with("change", "removed").with("key", key);
            }
        }
    }
}
