package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The wire format of OpenAI's Responses API. */
final class OpenAiResponsesFormat implements WireFormat {

    @Override
    public List<String> events(ScriptedOutput said, Head head, Json request) {
        ResponseEventWriter events = new ResponseEventWriter();
        Json started = response(head, "in_progress", List.of());
        events.add(typed("response.created").with("response", started));
        events.add(typed("response.in_progress").with("response", started));
        said.thought().ifPresent(thought -> events.reasoning(reasoning(thought, head)));
        if (!said.pieces().isEmpty()) {
            events.message(message(said, head), said.pieces());
        }
        said.calls().forEach(call -> events.call(functionCall(call)));
        said.error().ifPresent(code -> events.add(broken(code)));
        if (said.finish() != FinishReason.NONE) {
            events.add(typed("response." + status(said)).with("response", finished(said, head)));
        }
        return events.written();
    }

    private static Json broken(String code) {
        return typed("error")
                .with("code", code)
                .with("message", WireFormat.message(code))
                .with("param", null);
    }

    @Override
    public String whole(ScriptedOutput said, Head head) {
        return finished(said, head).text();
    }

    private static Json finished(ScriptedOutput said, Head head) {
        List<Json> output = new ArrayList<>();
        said.thought().ifPresent(thought -> output.add(reasoning(thought, head)));
        if (!said.pieces().isEmpty()) {
            output.add(message(said, head));
        }
        said.calls().forEach(call -> output.add(functionCall(call)));
        String reason = reason(said.finish());
        return response(head, status(said), output)
                .with(
                        "incomplete_details",
                        reason.isEmpty() ? Json.of(null) : Json.object().with("reason", reason))
                .with("usage", usage(said.usage()));
    }

    private static String status(ScriptedOutput said) {
        return reason(said.finish()).isEmpty() ? "completed" : "incomplete";
    }

    /** Returns why an answer is incomplete; empty if it is complete. */
    private static String reason(FinishReason finish) {
        return switch (finish) {
            case LENGTH -> "max_output_tokens";
            case CONTENT_FILTER -> "content_filter";
            case OTHER -> UNKNOWN;
            default -> "";
        };
    }

    private static Json response(Head head, String status, List<Json> output) {
        return head.withTransformations(Json.object()
                .with("id", "resp_" + head.number())
                .with("object", "response")
                .with("created_at", CREATED)
                .with("status", status)
                .with("error", null)
                .with("incomplete_details", null)
                .with("instructions", null)
                .with("metadata", Json.object())
                .with("model", head.model())
                .with("output", output)
                .with("parallel_tool_calls", true)
                .with("temperature", 1.0)
                .with("tool_choice", "auto")
                .with("tools", List.of())
                .with("top_p", 1.0)
                .with("usage", null));
    }

    static Json typed(String type) {
        return Json.object().with("type", type);
    }

    private static Json reasoning(ScriptedOutput.Thought thought, Head head) {
        Json item = typed("reasoning")
                .with("id", "rs_" + head.number())
                .with("summary", List.of(typed("summary_text").with("text", thought.text())));
        return thought.signature().isEmpty() ? item : item.with("encrypted_content", thought.signature());
    }

    private static Json message(ScriptedOutput said, Head head) {
        return typed("message")
                .with("id", "msg_" + head.number())
                .with("status", "completed")
                .with("role", "assistant")
                .with("content", List.of(outputText(said.text())));
    }

    static Json outputText(String text) {
        return typed("output_text").with("annotations", List.of()).with("text", text);
    }

    private static Json functionCall(ScriptedOutput.Call call) {
        return typed("function_call")
                .with("id", "fc_" + call.id())
                .with("call_id", call.id())
                .with("name", call.name())
                .with("arguments", call.arguments().text())
                .with("status", "completed");
    }

    private static Json usage(Usage usage) {
        Json lifeTimes = Json.object()
                .with("ttl_30m_tokens", usage.cacheWrites() - usage.longCacheWrites())
                .with("ttl_12h_tokens", usage.longCacheWrites());
        Json cache = Json.object()
                .with("cached_tokens", usage.cachedInput())
                .with("cache_write_tokens", usage.cacheWrites())
                .with("cache_write_tokens_details", lifeTimes);
        return Json.object()
                .with("input_tokens", usage.input())
                .with("input_tokens_details", cache)
                .with("output_tokens", usage.output())
                .with("output_tokens_details", Json.object().with("reasoning_tokens", usage.reasoning()))
                .with("total_tokens", usage.total());
    }

    @Override
    public Json error(int status, String code) {
        return ChatCompletionsFormat.openAiError(status, code);
    }

    @Override
    public String rateLimit() {
        return "rate_limit_exceeded";
    }
}
