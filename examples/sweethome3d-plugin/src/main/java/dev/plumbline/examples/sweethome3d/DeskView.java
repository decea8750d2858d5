package dev.plumbline.examples.sweethome3d;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;

/** Says in the window's line what goes on; called on the UI thread. What was said is shown by the panel. */
final class DeskView implements ConversationObserver {
    private final DeskWindow window;

    DeskView(DeskWindow window) {
        this.window = window;
    }

    @Override
    public void onEvent(SessionEvent event) {
        if (event instanceof SessionEvent.QuestionAsked) {
            window.busy("Waiting for you");
        }
        ConversationObserver.super.onEvent(event);
    }

    @Override
    public void onRoundStarted(int round) {
        window.busy(round == 1 ? "Thinking…" : "Thinking… (round " + round + ")");
    }

    @Override
    public void onText(String piece) {
        window.busy("Answering…");
    }

    @Override
    public void onToolCall(Interaction.ToolCall call) {
        window.busy("Working: " + call.name());
    }

    @Override
    public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
        window.progress(fraction, note);
    }

    @Override
    public void onFinished(AiReturn ret) {
        window.idle(ret.error().map(error -> "").orElse(isStored(ret) ? "From stored answers" : "Done"));
    }

    private static boolean isStored(AiReturn ret) {
        return ret.trace().steps().stream()
                .anyMatch(step -> step.shortCircuit() && step.policy().equals("cache"));
    }
}
