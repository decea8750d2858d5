package dev.plumbline.examples.sweethome3d;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.extend.ConversationObserver;
import java.util.Locale;

/** Shows a conversation in the window; called on the UI thread, with text in pieces it can paint. */
final class DeskView implements ConversationObserver {
    private final DeskWindow window;
    private final TranscriptPane transcript;
    private final Locale locale;

    DeskView(DeskWindow window, Locale locale) {
        this.window = window;
        this.transcript = window.transcript();
        this.locale = locale;
    }

    @Override
    public void onTurnStarted(Interaction.User input) {
        transcript.user(input.text());
    }

    @Override
    public void onRoundStarted(int round) {
        transcript.roundBegins();
        window.busy(round == 1 ? "Thinking…" : "Thinking… (round " + round + ")");
    }

    @Override
    public void onText(String piece) {
        transcript.assistant(piece);
        window.busy("Answering…");
    }

    @Override
    public void onReset() {
        transcript.takeBack();
    }

    @Override
    public void onToolCall(Interaction.ToolCall call) {
        transcript.toolCalled(call.id(), call.name());
        window.busy("Working: " + call.name());
    }

    @Override
    public void onToolProgress(Interaction.ToolCall call, double fraction, String note) {
        window.progress(fraction, note);
    }

    @Override
    public void onToolResult(Interaction.ToolResult result) {
        transcript.toolFinished(result.callId(), result.envelope().ok());
    }

    @Override
    public void onFinished(AiReturn ret) {
        ret.error().ifPresent(error -> transcript.trouble(sentence(error)));
        window.idle(ret.error().map(error -> "").orElse(isStored(ret) ? "From stored answers" : "Done"));
    }

    /** What happened, what one can do, and whether a stored answer could have helped. */
    private String sentence(AiError error) {
        String said = error.userMessage(locale);
        return switch (error.category()) {
            case NETWORK, TIMEOUT_CONNECT, PROXY, TLS ->
                said + " There is no stored answer to this question for the plan as it is now.";
            default -> said;
        };
    }

    private static boolean isStored(AiReturn ret) {
        return ret.trace().steps().stream()
                .anyMatch(step -> step.shortCircuit() && step.layer().equals("cache"));
    }
}
