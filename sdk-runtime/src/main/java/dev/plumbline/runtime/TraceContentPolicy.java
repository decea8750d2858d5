package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.redaction.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hands the messages of each call, redacted, to the observers, for the span of the call. What cannot be redacted is left
 * out. The innermost policy but one; it changes nothing. Thread-safe.
 */
final class TraceContentPolicy implements Policy {
    static final String NAME = "trace-content";

    private final Redaction redaction;
    private final int most;

    TraceContentPolicy(int most, Redaction redaction) {
        this.most = most;
        this.redaction = redaction;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        RequestLogText texts = new RequestLogText(redaction.masking(call.cancellation()), most);
        Map<String, String> sent = new LinkedHashMap<>();
        add(sent, TraceContent.INPUT, TraceContent.input(call.effective()), texts);
        add(sent, TraceContent.INSTRUCTIONS, TraceContent.instructions(call.effective()), texts);
        add(sent, TraceContent.TOOLS, TraceContent.tools(call.tools()), texts);
        pass(call, sent);
        AiReturn ret = next.proceed(call);
        Map<String, String> received = new LinkedHashMap<>();
        add(received, TraceContent.OUTPUT, TraceContent.output(ret), texts);
        pass(call, received);
        return ret;
    }

    private static void add(Map<String, String> to, String name, Json content, RequestLogText texts) {
        if (!content.elements().isEmpty()) {
            shown(content, texts).ifPresent(text -> to.put(name, text));
        }
    }

    private static Optional<String> shown(Json content, RequestLogText texts) {
        try {
            return Optional.of(texts.shown(content.text()));
        } catch (RuntimeException notRedacted) {
            return Optional.empty();
        }
    }

    private static void pass(AiCall call, Map<String, String> content) {
        try {
            call.observer().onAttributes(call.ids(), 0, content);
        } catch (RuntimeException ignored) {
            // telemetry never steers
        }
    }
}
