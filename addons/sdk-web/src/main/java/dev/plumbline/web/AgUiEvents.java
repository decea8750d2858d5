package dev.plumbline.web;

import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.conversation.SessionEvent.TurnProgress;
import dev.plumbline.event.AiError;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.internal.UserPrompter;
import dev.plumbline.views.ViewRow;
import java.util.List;
import java.util.Locale;

/** The events of AG-UI 1.0 as JSON. */
final class AgUiEvents {
    static final String VERSION = "1.0";

    private AgUiEvents() {}

    static Json of(String type) {
        return Json.object().with("type", type);
    }

    static Json runStarted(AgUiInput input) {
        return of("RUN_STARTED")
                .with("threadId", input.threadId())
                .with("runId", input.runId())
                .with("protocolVersion", VERSION);
    }

    static Json runFinished(AgUiInput input, Json outcome) {
        return of("RUN_FINISHED")
                .with("threadId", input.threadId())
                .with("runId", input.runId())
                .with("outcome", outcome);
    }

    static Json runError(String code, String message) {
        return of("RUN_ERROR").with("message", message).with("code", code);
    }

    static Json runError(AiError error, AgUiContent content) {
        return runError(error.category() + "." + error.code(), content.text(error.userMessage()));
    }

    static Json message(String type, String id) {
        return of(type).with("messageId", id);
    }

    static Json call(String type, String id) {
        return of(type).with("toolCallId", id);
    }

    static Json step(String type, int round) {
        return of(type).with("stepName", "round " + round);
    }

    static Json progress(SessionEvent.ToolProgressed now, String callId, AgUiContent content) {
        Json progress = Json.object()
                .with("toolCallId", callId)
                .with("fraction", now.fraction())
                .with("note", content.text(now.note()));
        return message("ACTIVITY_SNAPSHOT", "progress." + callId)
                .with("activityType", "PROGRESS")
                .with("content", progress);
    }

    /** Returns the news of a tool, a hook or a policy, in the form that it has published. */
    static Json news(SessionEvent.Custom news, AgUiContent content) {
        return of("CUSTOM").with("name", news.extension()).with("value", content.json(news.data()));
    }

    static Json state(LiveConversation conversation, TurnProgress progress, AgUiContent content) {
        Json state = Json.object()
                .with("conversation", conversation.id())
                .with("branch", conversation.branch())
                .with("running", conversation.isInTurn())
                .with("progress", progress(progress, content))
                .with("usage", usage(conversation.session().usage()));
        return of("STATE_SNAPSHOT").with("snapshot", state);
    }

    static Json progress(TurnProgress progress, AgUiContent content) {
        Json json = Json.object()
                .with("state", progress.state().name().toLowerCase(Locale.ROOT))
                .with("label", content.text(progress.label()));
        return progress.percent().isPresent()
                ? json.with("percent", progress.percent().getAsInt())
                : json;
    }

    static Json usage(Usage usage) {
        return Json.object()
                .with("input", usage.input())
                .with("output", usage.output())
                .with("calls", usage.calls());
    }

    static Json stateDelta(String member, Object value) {
        Json replace =
                Json.object().with("op", "replace").with("path", "/" + member).with("value", value);
        return of("STATE_DELTA").with("delta", List.of(replace));
    }

    /** Returns an open question as an interrupt, with the row that a front end shows. */
    static Json interrupt(LiveConversation conversation, String key, Question open, AgUiContent content) {
        Question question = AgUiAnswer.sent(open);
        String note =
                question.isWhole() ? "" : "\n" + UserPrompter.wordsOf(question).say("elsewhere.too-long");
        Json row = content.json(new ViewRow.OpenQuestion(key, question).toJson())
                .with("key", key)
                .with("digest", question.digest());
        Json metadata = Json.object().with("plumbline", row);
        Json json = Json.object()
                .with("id", interruptId(key, question))
                .with("reason", AgUiAnswer.isApproval(question) ? "tool_call" : "input_required")
                .with("message", content.text(question.title() + "\n" + question.text() + note))
                .with("responseSchema", responseSchema(question, content))
                .with("expiresAt", question.expires().toString())
                .with("metadata", metadata);
        return question.toolCall()
                .map(call -> json.with("toolCallId", conversation.shownId(call.id())))
                .orElse(json);
    }

    static String interruptId(String key, Question question) {
        return question.ids().turn() + "." + key;
    }

    private static Json responseSchema(Question question, AgUiContent content) {
        List<String> ids = question.options().stream()
                .filter(option -> question.isWhole() || question.isRefusal(option))
                .map(Question.Option::id)
                .toList();
        Json properties = Json.object()
                .with("option", Json.object().with("type", "string").with("enum", ids));
        boolean digest = question.options().stream().anyMatch(option -> AgUiAnswer.needsDigest(question, option));
        properties = digest && question.isWhole()
                ? properties.with(
                        "digest", Json.object().with("type", "string").with("enum", List.of(question.digest())))
                : properties;
        if (question.input().isPresent()) {
            return schema(
                    properties.with(
                            "value", content.schema(question.input().get().schema())),
                    "value");
        }
        if (!AgUiAnswer.isApproval(question)) {
            return schema(properties, "option");
        }
        return schema(
                properties
                        .with("approved", Json.object().with("type", "boolean"))
                        .with("editedArgs", Json.object().with("type", "object")),
                "approved");
    }

    private static Json schema(Json properties, String required) {
        return Json.object()
                .with("type", "object")
                .with("properties", properties)
                .with("required", List.of(required));
    }
}
