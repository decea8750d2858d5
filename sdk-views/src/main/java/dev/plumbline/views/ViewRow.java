package dev.plumbline.views;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.event.AiError;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;

/**
 * What a front end shows of one thing in a conversation, as it is now. A row keeps its key while it changes. Immutable;
 * {@code toString} shows kind and length only. Made by the SDK; a later version may add components.
 */
public sealed interface ViewRow {

    /** Its name among the rows; for front ends only, and no two conversations share it. */
    String key();

    /** What was stored of it: its status, time and usage. Empty while it is not, and for a notice. */
    Optional<ConversationEntry> entry();

    /** The words to show; empty for a tool. */
    String text();

    /** The form in which a front end of another language gets it: {@code docs/views.md}. */
    Json toJson();

    /**
     * What a person said.
     *
     * @param said the words and what came with them
     */
    record UserMessage(String key, Optional<ConversationEntry> entry, Interaction.User said) implements ViewRow {
        @Override
        public String text() {
            return said.text();
        }

        @Override
        public Json toJson() {
            return RowJson.withMedia(RowJson.base("question", key, entry).with("text", text()), said.parts());
        }
    }

    /**
     * What the model said; while it is not stored, as far as it has come.
     *
     * @param reasoning its reasoning, as far as the provider shows it
     * @param text its words
     * @param more what else it brought, in order: refusals, pictures, sound, files
     */
    record Answer(String key, Optional<ConversationEntry> entry, String reasoning, String text, List<Part> more)
            implements ViewRow {
        public Answer {
            more = List.copyOf(more);
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
     * A tool call and what came of it.
     *
     * @param fraction how far it is, 0 to 1, as the tool says
     * @param note a few words of the tool's
     * @param outcome what came of it
     */
    record ToolCallRow(
            String key,
            Optional<ConversationEntry> entry,
            Interaction.ToolCall call,
            Status status,
            double fraction,
            String note,
            Optional<ToolEnvelope> outcome)
            implements ViewRow {

        @Override
        public String text() {
            return "";
        }

        @Override
        public Json toJson() {
            Json json = RowJson.base("tool", key, entry)
                    .with("call", call.id())
                    .with("name", call.name())
                    .with("arguments", call.arguments())
                    .with("status", RowJson.lower(status))
                    .with("fraction", fraction)
                    .with("note", note);
            return outcome.map(envelope -> json.with("outcome", envelope.toJson()))
                    .orElse(json);
        }

        ToolCallRow started() {
            return new ToolCallRow(key, entry, call, Status.EXECUTING, fraction, note, outcome);
        }

        ToolCallRow progressed(double now, String words) {
            return new ToolCallRow(key, entry, call, status, now, words, outcome);
        }

        ToolCallRow finished(ToolEnvelope envelope) {
            Status how = envelope.isOk() ? Status.COMPLETED : Status.FAILED;
            return new ToolCallRow(key, entry, call, how, fraction, note, Optional.of(envelope));
        }

        @Override
        public String toString() {
            return "ToolCallRow[" + key + ", " + status + "]";
        }

        /** How far a tool call is. */
        public enum Status {
            /** Asked for by the model; perhaps somebody has to say yes. */
            PENDING,
            /** It runs. */
            EXECUTING,
            /** It did its work. */
            COMPLETED,
            /** It did not run, or not well: the outcome says why. */
            FAILED
        }
    }

    /**
     * What stands for a longer part of the conversation.
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
     * Why a turn ended without its answer. It is shown and not stored.
     *
     * @param error for people: {@code userMessage()}
     */
    record ErrorNotice(String key, AiError error) implements ViewRow {

        /** Whether somebody ended it. */
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
                    .with("category", error.category().name());
        }
    }
}
