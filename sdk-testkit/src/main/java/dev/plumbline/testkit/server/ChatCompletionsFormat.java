package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The wire format of OpenAI's chat completions. */
final class ChatCompletionsFormat implements WireFormat {

    @Override
    public List<String> events(ScriptedOutput said, Head head, Json request) {
        Chunks chunks = new Chunks(head);
        chunks.delta(Json.object().with("role", "assistant").with("content", ""));
        said.pieces().forEach(piece -> chunks.delta(Json.object().with("content", piece)));
        for (int i = 0; i < said.calls().size(); i++) {
            call(i, said.calls().get(i), chunks);
        }
        said.error().ifPresent(code -> chunks.add(error(500, code)));
        if (said.finish() != FinishReason.NONE) {
            chunks.end(said, WireFormat.is(request.at("/stream_options/include_usage")));
        }
        return chunks.events;
    }

    private static void call(int index, ScriptedOutput.Call call, Chunks chunks) {
        chunks.toolDelta(toJson(call, "").with("index", index));
        WireFormat.fragments(call.arguments().text())
                .forEach(fragment -> chunks.toolDelta(Json.object()
                        .with("index", index)
                        .with("function", Json.object().with("arguments", fragment))));
    }

    @Override
    public String whole(ScriptedOutput said, Head head) {
        Json choice = Json.object()
                .with("index", 0)
                .with("message", message(said))
                .with("finish_reason", reason(said.finish()));
        return top("chat.completion", head)
                .with("choices", List.of(choice))
                .with("usage", usage(said.usage()))
                .text();
    }

    private static Json message(ScriptedOutput said) {
        Json message = Json.object().with("role", "assistant");
        if (said.calls().isEmpty()) {
            return message.with("content", said.text());
        }
        return message.with("content", said.text().isEmpty() ? Json.of(null) : Json.of(said.text()))
                .with(
                        "tool_calls",
                        said.calls().stream()
                                .map(call -> toJson(call, call.arguments().text()))
                                .toList());
    }

    private static Json toJson(ScriptedOutput.Call call, String argumentText) {
        return Json.object()
                .with("id", call.id())
                .with("type", "function")
                .with("function", Json.object().with("name", call.name()).with("arguments", argumentText));
    }

    private static String reason(FinishReason finish) {
        return switch (finish) {
            case TOOL_CALLS -> "tool_calls";
            case LENGTH -> "length";
            case CONTENT_FILTER -> "content_filter";
            case OTHER -> UNKNOWN;
            default -> "stop";
        };
    }

    private static Json usage(Usage usage) {
        return Json.object()
                .with("prompt_tokens", usage.input())
                .with("completion_tokens", usage.output())
                .with("total_tokens", usage.total())
                .with(
                        "prompt_tokens_details",
                        Json.object()
                                .with("cached_tokens", usage.cachedInput())
                                .with("cache_write_tokens", usage.cacheWrites()))
                .with("completion_tokens_details", Json.object().with("reasoning_tokens", usage.reasoning()));
    }

    private static Json top(String object, Head head) {
        return Json.object()
                .with("id", "chatcmpl-" + head.number())
                .with("object", object)
                .with("created", CREATED)
                .with("model", head.model());
    }

    @Override
    public Json error(int status, String code) {
        return openAiError(status, code);
    }

    /** Returns an error in the format of OpenAI's services. */
    static Json openAiError(int status, String code) {
        Json error = Json.object()
                .with("message", WireFormat.message(code))
                .with("type", status < 500 ? "invalid_request_error" : "server_error")
                .with("param", null)
                .with("code", code);
        return Json.object().with("error", error);
    }

    @Override
    public String rateLimit() {
        return "rate_limit_exceeded";
    }

    @Override
    public Json streamRequest() {
        return streamRequest(true);
    }

    static Json streamRequest(boolean withUsage) {
        Json options = Json.object().with("include_usage", withUsage);
        return Json.object().with("stream", true).with("stream_options", options);
    }

    /** Writes the chunks of one answer. */
    private static final class Chunks {
        private final List<String> events = new ArrayList<>();
        private final Head head;

        private Chunks(Head head) {
            this.head = head;
        }

        private void delta(Json delta) {
            chunk(delta, Optional.empty());
        }

        private void toolDelta(Json call) {
            delta(Json.object().with("tool_calls", List.of(call)));
        }

        private void chunk(Json delta, Optional<String> reason) {
            Json choice = Json.object()
                    .with("index", 0)
                    .with("delta", delta)
                    .with("finish_reason", reason.map(Json::of).orElse(Json.of(null)));
            add(top("chat.completion.chunk", head).with("choices", List.of(choice)));
        }

        private void end(ScriptedOutput said, boolean withUsage) {
            chunk(Json.object(), Optional.of(reason(said.finish())));
            if (withUsage) {
                add(top("chat.completion.chunk", head)
                        .with("choices", List.of())
                        .with("usage", usage(said.usage())));
            }
            events.add("data: [DONE]\n\n");
        }

        private void add(Json payload) {
            events.add("data: " + payload.text() + "\n\n");
        }
    }
}
