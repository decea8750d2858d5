package dev.plumbline.views;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.views.ChatPanel.ChatLabel;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What goes on in a session, in words for a person: it thinks, it answers, a tool runs, it waits for an answer. It knows no
 * toolkit. An observer for {@code session.observe}, used by one thread, on which views are called.
 */
public final class StatusLine implements ConversationObserver {
    private final Supplier<ChatTexts> texts;
    private final Consumer<String> shown;
    private String words = "";
    private boolean isRunning;
    private boolean isAsking;

    StatusLine(Supplier<ChatTexts> texts, Consumer<String> shown) {
        this.texts = texts;
        this.shown = shown;
    }

    /**
     * Returns the words in a language: English, German or French, else English.
     *
     * @param shown receives the words when they change; empty when nothing goes on
     */
    public static StatusLine of(Locale language, Consumer<String> shown) {
        ChatTexts texts = ChatTexts.of(language);
        return new StatusLine(() -> texts, shown);
    }

    /** Returns whether a turn runs, so that there is something to stop. */
    public boolean isRunning() {
        return isRunning;
    }

    /** Returns whether a question waits for the user. */
    boolean isAsking() {
        return isAsking;
    }

    @Override
    public void onEvent(SessionEvent event) {
        isAsking = event instanceof SessionEvent.QuestionAsked;
        if (event instanceof SessionEvent.TurnFinished) {
            isRunning = false;
            say("");
        } else if (event instanceof SessionEvent.QuestionAsked) {
            going(ChatLabel.ASKS_YOU);
        } else if (event instanceof SessionEvent.TurnStarted
                || event instanceof SessionEvent.RoundStarted
                || event instanceof SessionEvent.Reasoning
                || event instanceof SessionEvent.ToolFinished) {
            going(ChatLabel.THINKS);
        } else if (event instanceof SessionEvent.Text) {
            going(ChatLabel.ANSWERS);
        } else if (event instanceof SessionEvent.ToolCalled tool) {
            going(ChatLabel.RUNS, tool.call().name(), "");
        } else if (event instanceof SessionEvent.ToolProgressed tool) {
            going(ChatLabel.RUNS, tool.call().name(), tool.note());
        } else if (event instanceof SessionEvent.Progressed now
                && now.progress().state() == SessionEvent.TurnProgress.State.WAITING) {
            going(waiting(now.progress().label()));
        }
    }

    /** Returns the words for a wait, by the reason at the end of its label. */
    private static ChatLabel waiting(String label) {
        return label.endsWith(" model-loading")
                ? ChatLabel.LOADS
                : label.endsWith(" server-busy") ? ChatLabel.BUSY : ChatLabel.WAITS;
    }

    private void going(ChatLabel label) {
        isRunning = true;
        say(texts.get().of(label));
    }

    private void going(ChatLabel label, String tool, String note) {
        isRunning = true;
        say(texts.get().of(label) + ": " + tool.replace('_', ' ') + (note.isEmpty() ? "" : ", " + note));
    }

    private void say(String now) {
        if (!now.equals(words) || now.isEmpty()) {
            words = now;
            shown.accept(now);
        }
    }

    /** Returns the words that are shown now. */
    String words() {
        return words;
    }
}
