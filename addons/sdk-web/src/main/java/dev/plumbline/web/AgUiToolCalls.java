package dev.plumbline.web;

import dev.plumbline.body.Interaction;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.json.Json;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Writes tool calls: their arguments as the model writes them, or as a whole when the answer is stored. The id of a call
 * is its place in its round, because it is shown before the call has an id of its own.
 */
final class AgUiToolCalls {
    private final LiveConversation conversation;
    private final EventStream stream;
    private final AgUiContent content;
    private final Set<String> open = new LinkedHashSet<>();

    AgUiToolCalls(LiveConversation conversation, EventStream stream, AgUiContent content) {
        this.conversation = conversation;
        this.stream = stream;
        this.content = content;
    }

    boolean isOpen() {
        return !open.isEmpty();
    }

    /** Writes a piece of a call that the model has not finished. */
    void propose(SessionEvent.ToolProposed piece, Optional<String> message) {
        String id = LiveConversation.callId(piece, piece.index());
        if (!open.contains(id)) {
            if (piece.tool().isEmpty()) {
                return;
            }
            open.add(id);
            stream.add(start(id, piece.tool(), message));
        }
        if (!piece.arguments().isEmpty() && !content.holdsArguments()) {
            stream.add(
                    "call " + id,
                    piece.arguments(),
                    delta -> AgUiEvents.call("TOOL_CALL_ARGS", id).with("delta", delta));
        }
    }

    private static Json start(String id, String tool, Optional<String> message) {
        Json start = AgUiEvents.call("TOOL_CALL_START", id).with("toolCallName", tool);
        return message.map(parent -> start.with("parentMessageId", parent)).orElse(start);
    }

    /** Completes the calls of a stored answer; returns whether the client has seen calls that are not among them. */
    boolean store(SessionEvent.EntryAppended stored, Optional<String> message) {
        for (Interaction interaction : stored.entry().interactions()) {
            if (interaction instanceof Interaction.ToolCall call) {
                String id = conversation.shownId(call.id());
                boolean shown = open.remove(id);
                if (!shown) {
                    stream.add(start(id, call.name(), message));
                }
                if (!shown || content.holdsArguments()) {
                    stream.add(AgUiEvents.call("TOOL_CALL_ARGS", id)
                            .with("delta", content.json(call.arguments()).text()));
                }
                stream.add(AgUiEvents.call("TOOL_CALL_END", id));
            }
        }
        boolean others = isOpen();
        close();
        return others;
    }

    void finish(Interaction.ToolResult result) {
        String id = conversation.shownId(result.callId());
        stream.add(AgUiEvents.call("TOOL_CALL_RESULT", id)
                .with("messageId", AgUiMessages.resultId(id))
                .with("role", "tool")
                .with("content", content.outcome(result.envelope())));
    }

    void close() {
        open.forEach(id -> stream.add(AgUiEvents.call("TOOL_CALL_END", id)));
        open.clear();
    }
}
