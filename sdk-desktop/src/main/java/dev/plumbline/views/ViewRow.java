package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import java.util.List;
import java.util.Optional;

/**
 * The current state of one item that a front end shows of a conversation. A row keeps its key while it changes.
 * Immutable; {@code toString} shows kind and length only. Created by the SDK; a later version may add components.
 */
public sealed interface ViewRow {

    /** Returns the key of the row, unique over all conversations; for front ends only. */
    String key();

    /** Returns the stored entry with status, time and usage; empty while it is not stored, and for a notice. */
    Optional<ConversationEntry> entry();

    /** Returns the text to show; empty for a tool. */
    String text();

    /** Returns the JSON form for front ends in other languages: {@code docs/views.md}. */
    Json toJson();

    /**
     * A user message.
     *
     * @param said the message with its text and media
     * @param status whether it is stored
     */
    record UserMessage(String key, Optional<ConversationEntry> entry, Interaction.User said, UserMessage.Status status)
            implements ViewRow {
        @Override
        public String text() {
            return said.text();
        }

        @Override
        public Json toJson() {
            Json json = RowJson.base("question", key, entry).with("text", text());
            return RowJson.withMedia(
                    status == UserMessage.Status.STORED ? json : json.with("status", RowJson.lower(status)),
                    said.parts());
        }

        UserMessage unanswered() {
            return new UserMessage(key, Optional.empty(), said, UserMessage.Status.UNANSWERED);
        }

        /** The status of a user message. */
        public enum Status {
            /** Part of the conversation. */
            STORED,
            /** Sent during a turn: it waits for its own turn, or for the tools that run. */
            WAITING,
            /** Not stored, because its turn ended before anything was answered; the notice after it says why. */
            UNANSWERED
        }
    }

    /**
     * An answer of the model; while it is not stored, the part received so far.
     *
     * @param reasoning its reasoning, if the provider sends it
     * @param text its text
     * @param more its other parts, in order: refusals, pictures, sound, files
     */
    record Answer(String key, Optional<ConversationEntry> entry, String reasoning, String text, List<Part> more)
            implements ViewRow {
        public Answer {
            more = List.copyOf(more);
        }

        /** Returns a copy with what was appended. */
        public Answer with(ConversationRows.RowChange.Appended piece) {
            return piece.reasoning()
                    ? new Answer(key, entry, reasoning + piece.piece(), text, more)
                    : new Answer(key, entry, reasoning, text + piece.piece(), more);
        }

        @Override
        public Json toJson() {
            Json json = RowJson.base("answer", key, entry).with("text", text);
            Json thought = reasoning.isEmpty() ? json : json.with("reasoning", reasoning);
            Optional<String> refusal = more.stream()
                    .filter(Part.Refusal.class::isInstance)
                    .map(part -> ((Part.Refusal) part).text())
                    .reduce(String::concat);
            return RowJson.withMedia(
                    refusal.map(words -> thought.with("refusal", words)).orElse(thought), more);
        }

        @Override
        public String toString() {
            return "Answer[" + key + ", " + text.length() + " characters]";
        }
    }

    /**
     * A tool call and its outcome.
     *
     * @param call the call; once it has its outcome, with the arguments with which it ran
     * @param fraction the progress that the tool reports, 0 to 1
     * @param note the note that the tool reports
     * @param outcome the envelope, if it has finished
     */
    record ToolCallRow(
            String key,
            Optional<ConversationEntry> entry,
            Interaction.ToolCall call,
            ToolCallRow.Status status,
            double fraction,
            String note,
            Optional<ToolEnvelope> outcome)
            implements ViewRow {
        private static final String INTERRUPTED =
                "The program ended while this call ran: it may or may not have had its effect.";

        @Override
        public String text() {
            return "";
        }

        /** Returns whether a person changed the arguments before the call ran. */
        public boolean isEdited() {
            return outcome.filter(
                            envelope -> envelope.meta().get(ToolEnvelope.EDITED).exists())
                    .isPresent();
        }

        @Override
        public Json toJson() {
            Json all = RowJson.base("tool", key, entry)
                    .with("call", call.id())
                    .with("name", call.name())
                    .with("arguments", call.arguments());
            Json json = (isEdited() ? all.with("edited", true) : all)
                    .with("status", RowJson.lower(status))
                    .with("fraction", fraction)
                    .with("note", note);
            Json failed = outcome.flatMap(ToolEnvelope::failure)
                    .map(failure -> json.with("texts", RowJson.texts(words -> FailureText.of(failure, words))))
                    .orElse(json);
            return outcome.map(envelope -> failed.with("outcome", envelope.toJson()))
                    .orElse(failed);
        }

        /**
         * Returns the row of a running call. A finished call stays finished: the path may be ahead of the events. One that an
         * earlier program had begun may run again.
         */
        ToolCallRow started() {
            return outcome.flatMap(ToolEnvelope::failure)
                                    .filter(failure -> failure.code() != ToolEnvelope.Code.OUTCOME_UNKNOWN)
                                    .isPresent()
                            || outcome.filter(ToolEnvelope::isOk).isPresent()
                    ? this
                    : new ToolCallRow(key, entry, call, ToolCallRow.Status.EXECUTING, fraction, note, Optional.empty());
        }

        /** Returns the row of a call that had begun when the program ended, with the arguments with which it ran. */
        ToolCallRow interrupted(Interaction.ToolCall asRun) {
            return new ToolCallRow(key, entry, asRun, status, fraction, note, outcome)
                    .finished(ToolEnvelope.failed(ToolEnvelope.Code.OUTCOME_UNKNOWN, INTERRUPTED));
        }

        ToolCallRow progressed(double now, String words) {
            return outcome.isPresent() ? this : new ToolCallRow(key, entry, call, status, now, words, outcome);
        }

        ToolCallRow finished(ToolEnvelope envelope) {
            ToolCallRow.Status how = envelope.isOk() ? ToolCallRow.Status.COMPLETED : ToolCallRow.Status.FAILED;
            Json ran = envelope.meta().get("arguments");
            boolean isEdited = envelope.meta().get(ToolEnvelope.EDITED).exists() && ran.exists();
            Interaction.ToolCall asRun = isEdited ? new Interaction.ToolCall(call.id(), call.name(), ran) : call;
            return new ToolCallRow(key, entry, asRun, how, fraction, note, Optional.of(envelope));
        }

        @Override
        public String toString() {
            return "ToolCallRow[" + key + ", " + status + "]";
        }

        /** The status of a tool call. */
        public enum Status {
            /** Requested by the model; possibly waiting for an approval. */
            PENDING,
            /** Running. */
            EXECUTING,
            /** Finished successfully. */
            COMPLETED,
            /** Not run, or failed: the outcome has the reason. */
            FAILED
        }
    }

    /**
     * A summary that replaces a longer part of the conversation.
     *
     * @param text the summary
     */
    record Summary(String key, Optional<ConversationEntry> entry, String text) implements ViewRow {
        @Override
        public Json toJson() {
            return RowJson.base("summary", key, entry).with("text", text);
        }

        @Override
        public String toString() {
            return "Summary[" + key + ", " + text.length() + " characters]";
        }
    }

    /**
     * A question to the user that waits for its answer, such as the approval of a tool call. It is shown and not stored.
     *
     * @param question the question; {@code answer} of it may be called from a button
     */
    record OpenQuestion(String key, Question question) implements ViewRow {
        @Override
        public Optional<ConversationEntry> entry() {
            return Optional.empty();
        }

        @Override
        public String text() {
            return question.text();
        }

        @Override
        public Json toJson() {
            return QuestionJson.write(RowJson.base("approval", key, entry()), question);
        }

        @Override
        public String toString() {
            return "OpenQuestion[" + key + ", " + question.options().size() + " options]";
        }
    }

    /**
     * News with a text that a tool, a hook or a policy has published. Only the newest of each in a turn have a row. It is
     * shown and not stored.
     *
     * @param extension the name of the tool, the hook or the policy
     * @param data what it has published: a JSON string, or an object with the string {@code text}
     */
    record News(String key, String extension, Json data) implements ViewRow {

        /** Returns whether news have a text for people; others are for views that know their form. */
        static boolean isForPeople(Json data) {
            return textOf(data).kind() == Json.Kind.STRING;
        }

        private static Json textOf(Json data) {
            return data.kind() == Json.Kind.OBJECT ? data.get("text") : data;
        }

        @Override
        public Optional<ConversationEntry> entry() {
            return Optional.empty();
        }

        @Override
        public String text() {
            return textOf(data).asText();
        }

        @Override
        public Json toJson() {
            return RowJson.base("news", key, entry())
                    .with("extension", extension)
                    .with("text", text())
                    .with("data", data);
        }

        @Override
        public String toString() {
            return "News[" + key + ", " + extension + ", " + text().length() + " characters]";
        }
    }

    /**
     * The error of a turn without an answer. It is shown and not stored.
     *
     * @param error the error; users see its {@code userMessage()}
     */
    record ErrorNotice(String key, AiError error) implements ViewRow {

        /** Returns whether the turn was cancelled. */
        public boolean isCancelled() {
            return error.category() == AiError.Category.CANCELLED;
        }

        @Override
        public Optional<ConversationEntry> entry() {
            return Optional.empty();
        }

        @Override
        public String text() {
            return error.userMessage();
        }

        @Override
        public Json toJson() {
            return RowJson.base("notice", key, entry())
                    .with("text", text())
                    .with("texts", RowJson.texts(words -> error.userMessage(words.locale())))
                    .with("category", error.category().name());
        }
    }
}
