package dev.plumbline.cli;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Prints one turn: the text as it arrives, and each tool call with its outcome. Printed text cannot be changed, so a
 * changed row is printed again if it has new information.
 */
final class TurnPrinter implements ConversationObserver {
    private final CommandConsole console;
    private final ConversationRows rows;
    private final Set<String> begun = new HashSet<>();

    /** The ids of calls that the person was asked about, whose arguments the question has shown. */
    private final Set<String> asked = new HashSet<>();

    private final Map<String, ViewRow.ToolCallRow.Status> tools = new HashMap<>();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    /**
     * Creates a printer of what happens from now on.
     *
     * @param path {@code session::path}
     * @param unknown {@code session::unknownOutcomes}
     * @param interjected {@code session::interjected}
     */
    TurnPrinter(
            CommandConsole console,
            Supplier<List<ConversationEntry>> path,
            Supplier<List<Interaction.ToolCall>> unknown,
            Supplier<List<Interaction.User>> interjected) {
        this.console = console;
        this.rows = ConversationRows.of(path, unknown, interjected, this::show);
    }

    static TurnPrinter of(CommandConsole console, ConversationSession session) {
        return new TurnPrinter(console, session::path, session::unknownOutcomes, session::interjected);
    }

    /** Prints the rows as they are now. */
    void print() {
        rows.rows().forEach(this::printRow);
        console.endLine();
    }

    @Override
    public void onEvent(SessionEvent event) {
        rows.onEvent(event);
        if (event instanceof SessionEvent.TurnFinished) {
            finished.complete(null);
        }
    }

    /** Waits until all of the turn was printed, because a turn ends before its view. */
    void awaitFinished() {
        finished.join();
    }

    private void show(RowChange change) {
        if (change instanceof RowChange.Added added) {
            show(added.row());
        } else if (change instanceof RowChange.Changed changed && changed.row() instanceof ViewRow.ToolCallRow tool) {
            tool(tool);
        } else if (change instanceof RowChange.Changed changed && changed.row() instanceof ViewRow.News news) {
            show(news);
        } else if (change instanceof RowChange.Appended more
                && !more.reasoning()
                && !more.piece().isEmpty()) {
            begun.add(more.key());
            console.print(more.piece());
        } else if (change instanceof RowChange.Removed && begun.remove(change.key())) {
            console.line("  (taken back: another answer follows)");
        }
    }

    /** Prints a row; not the user's text, which was typed. */
    private void show(ViewRow row) {
        if (row instanceof ViewRow.ToolCallRow tool) {
            tool(tool);
        } else if (row instanceof ViewRow.ErrorNotice notice) {
            console.line(words(notice));
        } else if (row instanceof ViewRow.News news) {
            console.note("  " + news.extension() + ": " + news.text());
        } else if (row instanceof ViewRow.OpenQuestion open) {
            open.question().toolCall().ifPresent(call -> asked.add(call.id())); // shown by QuestionPrompt
        } else if (!(row instanceof ViewRow.UserMessage)) {
            console.print(row.text());
        }
    }

    private void printRow(ViewRow row) {
        if (row instanceof ViewRow.UserMessage) {
            console.line("  you: " + row.text());
        } else {
            console.endLine();
            show(row);
        }
    }

    private void tool(ViewRow.ToolCallRow tool) {
        ViewRow.ToolCallRow.Status before = tools.getOrDefault(tool.key(), ViewRow.ToolCallRow.Status.PENDING);
        tools.put(tool.key(), tool.status());
        if (before == ViewRow.ToolCallRow.Status.PENDING && tool.status() != before) {
            String shown = asked.contains(tool.call().id())
                    ? ""
                    : " " + tool.call().arguments().text();
            console.note("  " + tool.call().name() + shown);
        } else if (tool.status() == ViewRow.ToolCallRow.Status.EXECUTING) {
            console.note("    " + Math.round(100 * tool.fraction()) + " % " + tool.note());
        }
        if (tool.status() != before) {
            tool.outcome()
                    .ifPresent(
                            envelope -> console.note("    " + envelope.toJson().text()));
        }
    }

    private static String words(ViewRow.ErrorNotice notice) {
        return notice.isCancelled()
                ? "  (cancelled; the partial answer is stored)"
                : "  " + notice.error().category() + " " + notice.error().code() + ": " + notice.text();
    }
}
