package dev.plumbline.web;

import dev.plumbline.json.Json;
import dev.plumbline.views.ViewRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts rows to the messages of AG-UI: the calls of an answer belong to its message, each outcome is a message of its own. */
final class AgUiMessages {
    private final LiveConversation conversation;
    private final AgUiContent content;
    private final List<Json> messages = new ArrayList<>();
    private final List<ViewRow.ToolCallRow> calls = new ArrayList<>();
    private Optional<ViewRow.Answer> answer = Optional.empty();

    private AgUiMessages(LiveConversation conversation, AgUiContent content) {
        this.conversation = conversation;
        this.content = content;
    }

    /** Returns the messages of all stored rows; an answer that still streams is left out. */
    static List<Json> of(LiveConversation conversation, List<ViewRow> rows, AgUiContent content) {
        AgUiMessages made = new AgUiMessages(conversation, content);
        rows.forEach(made::add);
        made.flush();
        return made.messages;
    }

    private void add(ViewRow row) {
        if (row instanceof ViewRow.ToolCallRow call) {
            if (!calls.isEmpty() && !calls.get(0).entry().equals(call.entry())) {
                flush();
            }
            calls.add(call);
            return;
        }
        flush();
        if (row instanceof ViewRow.Answer said && said.entry().isPresent()) {
            answer = Optional.of(said);
        } else if (row instanceof ViewRow.UserMessage said && said.status() == ViewRow.UserMessage.Status.STORED) {
            messages.add(message(said.key(), "user").with("content", content.text(said.text())));
        } else if (row instanceof ViewRow.Summary summary) {
            messages.add(message(summary.key(), "system").with("content", content.text(summary.text())));
        }
    }

    private void flush() {
        answer.filter(said -> !said.reasoning().isEmpty())
                .ifPresent(said -> messages.add(Json.object()
                        .with("id", reasoningId(said.key()))
                        .with("role", "reasoning")
                        .with("content", content.text(said.reasoning()))));
        if (answer.isPresent() || !calls.isEmpty()) {
            String key = answer.map(ViewRow::key)
                    .orElseGet(() -> conversation.shownId(calls.get(0).call().id()));
            Json assistant = message(key, "assistant")
                    .with(
                            "content",
                            answer.map(ViewRow::text).map(content::text).orElse(""));
            messages.add(
                    calls.isEmpty()
                            ? assistant
                            : assistant.with(
                                    "toolCalls", calls.stream().map(this::call).toList()));
        }
        calls.forEach(this::outcome);
        answer = Optional.empty();
        calls.clear();
    }

    private Json call(ViewRow.ToolCallRow row) {
        Json function = Json.object()
                .with("name", row.call().name())
                .with("arguments", content.json(row.call().arguments()).text());
        return Json.object()
                .with("id", conversation.shownId(row.call().id()))
                .with("type", "function")
                .with("function", function);
    }

    private void outcome(ViewRow.ToolCallRow row) {
        String id = conversation.shownId(row.call().id());
        row.outcome()
                .ifPresent(envelope -> messages.add(Json.object()
                        .with("id", resultId(id))
                        .with("role", "tool")
                        .with("toolCallId", id)
                        .with("content", content.outcome(envelope))));
    }

    private Json message(String key, String role) {
        return Json.object().with("id", conversation.shownId(key)).with("role", role);
    }

    static String reasoningId(String key) {
        return key + ".reasoning";
    }

    static String resultId(String callId) {
        return callId + ".result";
    }
}
