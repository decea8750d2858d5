package dev.plumbline.ui;

import dev.plumbline.body.Interaction;
import dev.plumbline.event.CallIds;
import dev.plumbline.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A question to the user: to approve a tool, to choose, to continue. Answered once; without an answer in time, the
 * fallback counts. Thread-safe.
 */
public interface Question {

    /** Returns a short text, e.g. {@code Delete wall?}. */
    String title();

    /**
     * Returns the text of the question, in lines; for a tool call, one line of {@link #rows} for each value, none
     * hidden.
     */
    String text();

    /**
     * Returns the arguments of the tool call, a row for each value, in order; empty for a question without a call. They
     * are also in the text.
     */
    default List<ArgumentRow> rows() {
        return List.of();
    }

    /** Returns the text with every value in full, to be shown on request; empty if no value was shortened. */
    default Optional<String> details() {
        return Optional.empty();
    }

    /** Returns the risk of the tool call; empty for a question without a call. */
    default Optional<CallRisk> risk() {
        return Optional.empty();
    }

    /**
     * Returns the value that the first option needs: its JSON Schema, and what to show first; empty for a question that
     * buttons alone answer. A text, a number and a boolean have the type of their schema; a view that cannot show a form
     * for another one lets the person write JSON.
     */
    default Optional<Input> input() {
        return Optional.empty();
    }

    /** Returns the buttons. */
    List<Option> options();

    /** Returns the answer on timeout, cancel and close; for approvals, the refusal. */
    Option fallback();

    /** Returns the tool call that it is about, if any. */
    Optional<Interaction.ToolCall> toolCall();

    /** Returns the ids of session, turn and round. */
    CallIds ids();

    /** Returns when it expires. */
    Instant expires();

    /** Answers it; returns false if it was answered, expired or cancelled before. */
    boolean answer(Option option);

    /**
     * Answers it with edited arguments, or with the value of {@link #input}; returns false if it was too late.
     *
     * @throws IllegalArgumentException names the rule that the value breaks; the question stays open
     */
    boolean answer(Option option, Json value);

    /** Runs the action when it is answered elsewhere, expires or is cancelled, to close the dialog. */
    void onClosed(Runnable action);

    /**
     * The value that a person is asked for.
     *
     * @param schema its JSON Schema
     * @param suggestion what a view shows first: the default of the request; empty for none
     */
    record Input(Json schema, Optional<Json> suggestion) {
        public Input {
            Objects.requireNonNull(schema, "schema");
            Objects.requireNonNull(suggestion, "suggestion");
        }

        /** Returns the type in the schema; empty for another form of schema. */
        public String type() {
            Json type = schema.get("type");
            return type.findText().orElse("");
        }

        /**
         * Reads what a person wrote into a field: a text as it is, everything else as JSON.
         *
         * @throws IllegalArgumentException if it is no JSON
         */
        public Json parse(String written) {
            if (type().equals("string")) {
                return Json.of(written);
            }
            try {
                return Json.parse(written.strip());
            } catch (RuntimeException notJson) {
                throw new IllegalArgumentException(
                        type().isEmpty()
                                ? "the answer must be JSON"
                                : "the answer must be a value of the type " + type(),
                        notJson);
            }
        }

        /** Returns the suggestion as a person would write it; empty for none. */
        public String suggestedText() {
            return suggestion
                    .map(value -> value.findText().orElseGet(value::text))
                    .orElse("");
        }
    }

    /**
     * One value among the arguments of a call, as shown to the user. Invisible characters are escaped in its name and
     * text, so two calls that differ have rows that differ.
     *
     * @param name its path: {@code path}, {@code walls[0].x}, {@code ["a name"]}
     * @param type its type in JSON: string, number, boolean, null; array and object for those without rows of their own
     * @param length code points of a string, elements of an array; otherwise the length of its JSON
     * @param displayText the value; for a long one its beginning and its end
     * @param digest SHA-256 in hexadecimal of the whole value, in UTF-8, if only a part is shown; otherwise empty
     */
    record ArgumentRow(String name, String type, long length, String displayText, Optional<String> digest) {
        public ArgumentRow {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(type, "type");
            Objects.requireNonNull(displayText, "displayText");
            Objects.requireNonNull(digest, "digest");
        }

        /** Returns whether the whole value is shown. */
        public boolean isComplete() {
            return digest.isEmpty();
        }

        /** Returns the row as text, as it appears in the text of a question. */
        public String line() {
            String size = switch (type) {
                case "string" -> ", " + counted("character");
                case "array" -> ", " + counted("element");
                default -> "";
            };
            String rest = digest.map(hash -> " (a part; SHA-256 of the whole: " + hash + ")")
                    .orElse("");
            return name + " (" + type + size + "): " + displayText + rest;
        }

        private String counted(String what) {
            return length + " " + what + (length == 1 ? "" : "s");
        }
    }

    /**
     * A button of a question.
     *
     * @param id the id that a program compares
     * @param label the text on the button
     */
    record Option(String id, String label) {
        @Override
        public String toString() {
            return label;
        }
    }
}
