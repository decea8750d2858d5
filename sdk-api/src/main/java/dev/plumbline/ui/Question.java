package dev.plumbline.ui;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Something a person is asked: to approve a tool, to choose, to go on. Answered once; the fallback counts when nobody
 * does in time. Safe for any number of threads.
 */
public interface Question {

    /** A short text, e.g. {@code Delete wall?}. */
    String title();

    /** The text of the question, in lines; about a tool call, one line of {@link #rows} for each value, nothing hidden. */
    String text();

    /** The arguments of the tool call, a row for each value, in order; empty for a question about no call. Also in the text. */
    default List<ArgumentRow> rows() {
        return List.of();
    }

    /** The text with every value whole, to be shown on request; empty when nothing was left out. */
    default Optional<String> details() {
        return Optional.empty();
    }

    /** The buttons. */
    List<Option> options();

    /** The answer on timeout, cancel and close; no, for approvals. */
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
     * One value among the arguments of a call, as a person is shown it. What cannot be seen is spelled out in its name and in
     * what is shown, so two calls that differ have rows that differ.
     *
     * @param name where it is: {@code path}, {@code walls[0].x}, {@code ["a name"]}
     * @param type its type in JSON: string, number, boolean, null; array and object for those without rows of their own
     * @param length code points of a string, elements of an array; else how long it is written
     * @param shown the value; of a long one its beginning and its end
     * @param digest SHA-256 in hexadecimal of the whole, in UTF-8, where only a part is shown; empty where all is
     */
    record ArgumentRow(String name, String type, long length, String shown, Optional<String> digest) {
        public ArgumentRow {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(shown, "shown");
            Objects.requireNonNull(digest, "digest");
        }

        /** Whether all of it is shown. */
        public boolean isComplete() {
            return digest.isEmpty();
        }

        /** The row as text, as it appears in the text of a question. */
        public String line() {
            String size = switch (type) {
                case "string" -> ", " + counted("character");
                case "array" -> ", " + counted("element");
                default -> "";
            };
            String rest = digest.map(hash -> " (a part; SHA-256 of the whole: " + hash + ")")
                    .orElse("");
            return name + " (" + type + size + "): " + shown + rest;
        }

        private String counted(String what) {
            return length + " " + what + (length == 1 ? "" : "s");
        }
    }

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
