package dev.plumbline.cli;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.Entry;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.views.ConversationRows;
import dev.plumbline.views.Row;
import dev.plumbline.views.RowChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Shows one turn: the text as it arrives, each tool call, and what came of it. What is printed stays: a row that changes is
 * printed once more where that says something new.
 */
final class TurnView implements ConversationObserver {
    private final Console console;
    private final ConversationRows rows;
    private final Set<String> begun = new HashSet<>();
    private final Map<String, Row.Tool.Status> tools = new HashMap<>();
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    TurnView(Console console, Supplier<List<Entry>> path) {
        this.console = console;
        this.rows = ConversationRows.of(path, this::show);
    }

    /** Shows what was said so far. */
    static void print(Console console, List<Entry> path) {
        TurnView view = new TurnView(console, List::of);
        ConversationRows.of(path).forEach(view::printRow);
        console.endLine();
    }

    @Override
    public void onEvent(SessionEvent event) {
        rows.onEvent(event);
        if (event instanceof SessionEvent.Finished) {
            finished.complete(null);
        }
    }

    /** Waits until all of the turn was shown: a turn ends before its view does. */
    void awaitFinished() {
        finished.join();
    }

    private void show(RowChange change) {
        if (change instanceof RowChange.Added added) {
            show(added.row());
        } else if (change instanceof RowChange.Changed changed && changed.row() instanceof Row.Tool tool) {
            tool(tool);
        } else if (change instanceof RowChange.More more
                && !more.reasoning()
                && !more.piece().isEmpty()) {
            begun.add(more.key());
            console.print(more.piece());
        } else if (change instanceof RowChange.Removed && begun.remove(change.key())) {
            console.line("  (taken back: another wording follows)");
        }
    }

    /** The user's text is not printed: they typed it. */
    private void show(Row row) {
        if (row instanceof Row.Tool tool) {
            tool(tool);
        } else if (row instanceof Row.Notice notice) {
            console.line(words(notice));
        } else if (!(row instanceof Row.Question)) {
            console.print(row.text());
        }
    }

    private void printRow(Row row) {
        if (row instanceof Row.Question) {
            console.line("  you: " + row.text());
        } else {
            console.endLine();
            show(row);
        }
    }

    private void tool(Row.Tool tool) {
        Row.Tool.Status before = tools.getOrDefault(tool.key(), Row.Tool.Status.PENDING);
        tools.put(tool.key(), tool.status());
        if (before == Row.Tool.Status.PENDING && tool.status() != before) {
            console.note(
                    "  " + tool.call().name() + " " + tool.call().arguments().text());
        } else if (tool.status() == Row.Tool.Status.EXECUTING) {
            console.note("    " + Math.round(100 * tool.fraction()) + " % " + tool.note());
        }
        if (tool.status() != before) {
            tool.outcome()
                    .ifPresent(
                            envelope -> console.note("    " + envelope.toJson().text()));
        }
    }

    private static String words(Row.Notice notice) {
        return notice.isCancelled()
                ? "  (cancelled; what was said is kept)"
                : "  " + notice.error().category() + " " + notice.error().code() + ": " + notice.text();
    }
}
