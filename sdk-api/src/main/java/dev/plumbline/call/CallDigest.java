package dev.plumbline.call;

import dev.plumbline.body.Digest;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The fingerprint of a call, field by field as docs/fingerprint.md lists them. */
final class CallDigest {

    private CallDigest() {}

    static Fingerprint of(AiCall call) {
        Digest digest = Digest.of("plb1/call")
                .digest(keyed(call).digest())
                .text(call.model().provider())
                .text(call.model().name())
                .json(options(call.options()))
                .number(call.tools().size());
        call.tools().forEach(tool -> tool(digest, tool));
        call.outputSchema().ifPresentOrElse(digest::json, digest::absent);
        return digest.fingerprint();
    }

    private static void tool(Digest digest, ToolDefinition tool) {
        digest.text(tool.name()).text(tool.description()).json(tool.inputSchema());
        tool.outputSchema().ifPresentOrElse(digest::json, digest::absent);
    }

    /** What is sent, without the context values that an answer does not depend on. */
    private static Transcript keyed(AiCall call) {
        if (call.unkeyedContext().isEmpty()) {
            return call.effective();
        }
        return call.effective()
                .reuse(call.effective().stream()
                        .map(interaction -> keyed(interaction, call.unkeyedContext()))
                        .toList());
    }

    private static Interaction keyed(Interaction interaction, Set<String> unkeyed) {
        if (interaction instanceof Interaction.Context context
                && context.values().keySet().stream().anyMatch(unkeyed::contains)) {
            Map<String, Json> values = new LinkedHashMap<>(context.values());
            values.keySet().removeAll(unkeyed);
            return new Interaction.Context(values);
        }
        return interaction;
    }

    private static Json options(ModelOptions options) {
        Map<String, Object> set = new TreeMap<>();
        options.temperature().ifPresent(value -> set.put("temperature", value));
        options.topP().ifPresent(value -> set.put("topP", value));
        options.maxOutputTokens().ifPresent(value -> set.put("maxOutputTokens", value));
        options.reasoning().ifPresent(value -> set.put("reasoning", value.name()));
        options.seed().ifPresent(value -> set.put("seed", value));
        options.toolChoice().ifPresent(value -> set.put("toolChoice", value.name()));
        if (!options.stop().isEmpty()) {
            set.put("stop", options.stop());
        }
        if (!options.extras().isEmpty()) {
            Map<String, Object> extras = new TreeMap<>();
            options.extras().forEach((key, value) -> extras.put(key.name(), value));
            set.put("extras", extras);
        }
        return Json.of(set);
    }
}
