package dev.plumbline.cli;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.extend.ConversationObserver;
import java.util.concurrent.CompletableFuture;

/** Shows one turn: the words as they arrive, each tool call, and what came of it. */
final class TurnView implements ConversationObserver {
    private final Console console;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    TurnView(Console console) {
        this.console = console;
    }

    @Override
    public void onText(String piece) {
        console.print(piece);
    }

    @Override
    public void onReset() {
        console.line("  (taken back: another wording follows)");
    }

    @Override
    public void onToolCall(Interaction.ToolCall call) {
        console.note("  " + call.name() + " " + call.arguments().text());
    }

    @Override
    public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
        console.note("    " + Math.round(100 * fraction) + " % " + note);
    }

    @Override
    public void onToolResult(Interaction.ToolResult result) {
        console.note("    " + result.envelope().toJson().text());
    }

    @Override
    public void onFinished(AiReturn ret) {
        ret.error()
                .ifPresent(error -> console.line(
                        ret.status() == AiReturn.Status.CANCELLED
                                ? "  (cancelled; what was said is kept)"
                                : "  " + error.category() + " " + error.code() + ": " + error.userMessage()));
        finished.complete(null);
    }

    /** Waits until all of the turn was shown: a turn ends before its view does. */
    void awaitFinished() {
        finished.join();
    }
}
