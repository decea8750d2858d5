package dev.plumbline.call;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something a person is asked: to approve a tool, to choose, to go on. Answered once; the fallback counts when nobody
 * does in time. Safe for any number of threads.
 */
public interface Question {

    /** A few words, e.g. {@code Delete wall?}. */
    String title();

    /** What will happen. */
    String text();

    /** The buttons. */
    List<Option> options();

    /** What counts on timeout, cancel and close; no, for approvals. */
    Option fallback();

    /** The call it is about, if it is about one. */
    Optional<Interaction.ToolCall> toolCall();

    /** Whose. */
    CallIds ids();

    /** Until when. */
    Instant expires();

    /** Answers it; false when it was answered, expired or cancelled before. */
    boolean answer(Option option);

    /** Answers it with edited arguments, or with free text as a JSON string; false when it was too late. */
    boolean answer(Option option, Json value);

    /** Runs the action when it is answered elsewhere, expired or cancelled: close the dialog. */
    void onClosed(Runnable action);

    /**
     * A button.
     *
     * @param id what a program compares
     * @param label what a person reads
     */
    record Option(String id, String label) {
        @Override
        public String toString() {
            return label;
        }
    }
}
