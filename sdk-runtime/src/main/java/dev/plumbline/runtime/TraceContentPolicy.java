package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
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
    private final Redaction redaction;
    private final int most;

    TraceContentPolicy(int most, Redaction redaction) {
        this.most = most;
        this.redaction = redaction;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        Map<String, String> sent = new LinkedHashMap<>();
        add(sent, TraceContent.INSTRUCTIONS, TraceContent.instructions(call.effective()), call.cancellation());
        add(sent, TraceContent.INPUT, TraceContent.input(call.effective()), call.cancellation());
        add(sent, TraceContent.TOOLS, TraceContent.tools(call.tools()), call.cancellation());
        pass(call, sent);
        AiReturn ret = next.proceed(call);
        Map<String, String> received = new LinkedHashMap<>();
        add(received, TraceContent.OUTPUT, TraceContent.output(ret), call.cancellation());
        pass(call, received);
        return ret;
    }

    private void add(Map<String, String> to, String name, Json content, Cancellation cancellation) {
        if (!content.elements().isEmpty()) {
            shown(content, cancellation).ifPresent(text -> to.put(name, text));
        }
    }

    private Optional<String> shown(Json content, Cancellation cancellation) {
        try {
            return Optional.of(
                    new RequestLogText(text -> redaction.maskText(text, cancellation), most).shown(content.text()));
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
