package dev.plumbline.examples.floorplan;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A view of one turn as text: what is said as it arrives, every tool call, and the envelope it came back in. */
final class ConsoleView implements ConversationObserver {
    private final ConsoleOutput page;
    private final CountDownLatch finished = new CountDownLatch(1);

    ConsoleView(ConsoleOutput page) {
        this.page = page;
    }

    @Override
    public void onTurnStarted(Interaction.User input) {
        page.line("");
        page.line("> " + input.text());
    }

    @Override
    public void onRoundStarted(int round) {
        page.line("");
        page.line("round " + round);
    }

    @Override
    public void onText(String piece) {
        page.words(piece);
    }

    @Override
    public void onReset() {
        page.line("  (taken back: another wording follows)");
    }

    @Override
    public void onToolCall(Interaction.ToolCall call) {
        page.line("  " + call.name() + " " + call.arguments().text());
    }

    @Override
    public void onToolResult(Interaction.ToolResult result) {
        page.line("    -> " + result.envelope().toJson().text());
    }

    @Override
    public void onFinished(AiReturn ret) {
        page.line("");
        finished.countDown();
    }

    /** Waits until everything of the turn has been shown; a turn ends before its view does. */
    void awaitFinished() {
        try {
            finished.await(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
