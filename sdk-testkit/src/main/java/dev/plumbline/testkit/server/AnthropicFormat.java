package dev.plumbline.testkit.server;

import dev.plumbline.event.FinishReason;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;

/** The wire format of Anthropic's Messages API. */
final class AnthropicFormat implements WireFormat {

    @Override
    public List<String> events(ScriptedOutput said, Head head, Json request) {
        Blocks blocks = new Blocks();
        Json start = message(List.of(), Json.of(null), head).with("usage", withLifeTimes(startOf(said.usage())));
        blocks.add(typed("message_start").with("message", start));
        said.thought().ifPresent(blocks::thinking);
        blocks.add(typed("ping"));
        if (!said.pieces().isEmpty()) {
            blocks.text(said.pieces());
        }
        said.calls().forEach(blocks::call);
        said.error().ifPresent(code -> blocks.add(error(500, code)));
        if (said.finish() != FinishReason.NONE) {
            blocks.end(said);
        }
        return blocks.events;
    }

    /** Returns the usage in the first event: the input, and the beginning of the output. */
    private static Usage startOf(Usage all) {
        return new Usage(
                all.input(),
                Math.min(1, all.output()),
                all.cachedInput(),
                all.cacheWrites(),
                all.longCacheWrites(),
                0,
                all.calls());
    }

    @Override
    public String whole(ScriptedOutput said, Head head) {
        List<Json> content = new ArrayList<>();
        said.thought().ifPresent(thought -> content.add(thinking(thought.text(), thought.signature())));
        if (!said.text().isEmpty()) {
            content.add(typed("text").with("text", said.text()));
        }
        said.calls().forEach(call -> content.add(toolUse(call, call.arguments())));
        return message(content, Json.of(reason(said.finish())), head)
                .with("usage", withLifeTimes(said.usage()))
                .text();
    }

    private static Json message(List<Json> content, Json stopReason, Head head) {
        return head.withTransformations(Json.object()
                .with("id", "msg_" + head.number())
                .with("type", "message")
                .with("role", "assistant")
                .with("model", head.model())
                .with("content", content)
                .with("stop_reason", stopReason)
                .with("stop_sequence", null));
    }

    private static Json typed(String type) {
        return Json.object().with("type", type);
    }

    private static Json thinking(String text, String signature) {
        return typed("thinking").with("thinking", text).with("signature", signature);
    }

    private static Json toolUse(ScriptedOutput.Call call, Json input) {
        return typed("tool_use").with("id", call.id()).with("name", call.name()).with("input", input);
    }

    /** Returns the usage of a message, which says for how long something was written to the cache. */
    private static Json withLifeTimes(Usage usage) {
        Json writes = Json.object()
                .with("ephemeral_5m_input_tokens", usage.cacheWrites() - usage.longCacheWrites())
                .with("ephemeral_1h_input_tokens", usage.longCacheWrites());
        return usage(usage).with("cache_creation", writes);
    }

    /** Returns the usage with the input without the tokens of the cache, which this service counts separately. */
    private static Json usage(Usage usage) {
        return Json.object()
                .with("input_tokens", usage.input() - usage.cachedInput() - usage.cacheWrites())
                .with("cache_creation_input_tokens", usage.cacheWrites())
                .with("cache_read_input_tokens", usage.cachedInput())
                .with("output_tokens", usage.output())
                .with("output_tokens_details", Json.object().with("thinking_tokens", usage.reasoning()));
    }

    private static String reason(FinishReason finish) {
        return switch (finish) {
            case TOOL_CALLS -> "tool_use";
            case LENGTH -> "max_tokens";
            case CONTENT_FILTER -> "refusal";
            case OTHER -> UNKNOWN;
            default -> "end_turn";
        };
    }

    @Override
    public Json error(int status, String code) {
        Json error = typed(code).with("message", WireFormat.message(code));
        return typed("error").with("error", error).with("request_id", "req_script");
    }

    @Override
    public String rateLimit() {
        return "rate_limit_error";
    }

    /** Writes the blocks of one answer. */
    private static final class Blocks {
        private final List<String> events = new ArrayList<>();
        private int index;

        private void thinking(ScriptedOutput.Thought thought) {
            start(AnthropicFormat.thinking("", ""));
            WireFormat.fragments(thought.text())
                    .forEach(text -> delta(typed("thinking_delta").with("thinking", text)));
            delta(typed("signature_delta").with("signature", thought.signature()));
            stop();
        }

        private void text(List<String> pieces) {
            start(typed("text").with("text", ""));
            pieces.forEach(text -> delta(typed("text_delta").with("text", text)));
            stop();
        }

        private void call(ScriptedOutput.Call call) {
            start(toolUse(call, Json.object()));
            WireFormat.fragments(call.arguments().text())
                    .forEach(json -> delta(typed("input_json_delta").with("partial_json", json)));
            stop();
        }

        private void end(ScriptedOutput said) {
            Json delta =
                    Json.object().with("stop_reason", reason(said.finish())).with("stop_sequence", null);
            add(typed("message_delta").with("delta", delta).with("usage", usage(said.usage())));
            add(typed("message_stop"));
        }

        private void start(Json block) {
            add(typed("content_block_start").with("index", index).with("content_block", block));
        }

        private void delta(Json delta) {
            add(typed("content_block_delta").with("index", index).with("delta", delta));
        }

        private void stop() {
            add(typed("content_block_stop").with("index", index++));
        }

        private void add(Json payload) {
            events.add(WireFormat.named(payload));
        }
    }
}
