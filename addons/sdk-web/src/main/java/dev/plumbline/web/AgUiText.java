package dev.plumbline.web;

import dev.plumbline.json.Json;
import dev.plumbline.views.ConversationRows.RowChange;
import dev.plumbline.views.ViewRow;
import java.util.Optional;

/** Writes the text and the reasoning of an answer: a message of either is opened with its first piece. */
final class AgUiText {
    private final EventStream stream;
    private final AgUiContent content;
    private Optional<String> message = Optional.empty();
    private boolean textOpen;
    private boolean reasoningOpen;

    AgUiText(EventStream stream, AgUiContent content) {
        this.stream = stream;
        this.content = content;
    }

    boolean isOpen() {
        return textOpen || reasoningOpen;
    }

    /** Returns the id of the message that was written last; empty if its text is closed. */
    Optional<String> messageId() {
        return message;
    }

    /** Writes what an answer contains so far. */
    void add(ViewRow.Answer answer) {
        if (!answer.reasoning().isEmpty()) {
            append(new RowChange.Appended(answer.key(), true, answer.reasoning()));
        }
        if (!answer.text().isEmpty()) {
            append(new RowChange.Appended(answer.key(), false, answer.text()));
        }
    }

    void append(RowChange.Appended more) {
        if (message.filter(more.key()::equals).isEmpty()) {
            close();
            message = Optional.of(more.key());
        }
        if (more.reasoning()) {
            reasoning(AgUiMessages.reasoningId(more.key()), more.piece());
        } else {
            text(more.key(), more.piece());
        }
    }

    private void reasoning(String id, String piece) {
        if (!reasoningOpen) {
            closeText();
            reasoningOpen = true;
            stream.add(AgUiEvents.message("REASONING_START", id));
            stream.add(AgUiEvents.message("REASONING_MESSAGE_START", id).with("role", "reasoning"));
        }
        content.append(id, piece, delta -> reasoningDelta(id, delta));
    }

    private void text(String id, String piece) {
        if (!textOpen) {
            closeReasoning();
            textOpen = true;
            stream.add(AgUiEvents.message("TEXT_MESSAGE_START", id).with("role", "assistant"));
        }
        content.append(id, piece, delta -> textDelta(id, delta));
    }

    private static Json reasoningDelta(String id, String delta) {
        return AgUiEvents.message("REASONING_MESSAGE_CONTENT", id).with("delta", delta);
    }

    private static Json textDelta(String id, String delta) {
        return AgUiEvents.message("TEXT_MESSAGE_CONTENT", id).with("delta", delta);
    }

    /** Closes what is open. */
    void close() {
        closeText();
        closeReasoning();
        message = Optional.empty();
    }

    private void closeText() {
        if (textOpen) {
            textOpen = false;
            String id = message.orElseThrow();
            content.end(id, delta -> textDelta(id, delta));
            stream.add(AgUiEvents.message("TEXT_MESSAGE_END", id));
        }
    }

    private void closeReasoning() {
        if (reasoningOpen) {
            reasoningOpen = false;
            String id = AgUiMessages.reasoningId(message.orElseThrow());
            content.end(id, delta -> reasoningDelta(id, delta));
            stream.add(AgUiEvents.message("REASONING_MESSAGE_END", id));
            stream.add(AgUiEvents.message("REASONING_END", id));
        }
    }
}
