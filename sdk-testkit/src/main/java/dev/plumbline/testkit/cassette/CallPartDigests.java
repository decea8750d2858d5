package dev.plumbline.testkit.cassette;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ToolDefinition;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The digests of the parts of a call by readable names, so that differences can be named without content. */
final class CallPartDigests {
    private CallPartDigests() {}

    static Map<String, String> of(AiCall call) {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("model", call.model().toString());
        parts.put("options", digest(empty(call).options(call.options())));
        call.outputSchema()
                .ifPresent(
                        schema -> parts.put("output schema", digest(empty(call).outputSchema(schema))));
        for (ToolDefinition tool : call.tools()) {
            parts.put("tool " + tool.name(), digest(empty(call).tools(List.of(tool))));
        }
        for (int i = 0; i < call.effective().size(); i++) {
            parts.put(
                    name(i, call.effective().get(i)),
                    HexFormat.of().formatHex(call.effective().digest(i)));
        }
        return parts;
    }

    /** Returns the names of the parts in which two calls differ; empty if only their order differs. */
    static List<String> difference(Map<String, String> recorded, Map<String, String> asked) {
        Set<String> names = new LinkedHashSet<>(recorded.keySet());
        names.addAll(asked.keySet());
        return names.stream()
                .filter(name -> !recorded.getOrDefault(name, "").equals(asked.getOrDefault(name, "")))
                .map(name -> name
                        + (recorded.containsKey(name) ? asked.containsKey(name) ? " changed" : " is gone" : " is new"))
                .toList();
    }

    private static AiCall.Builder empty(AiCall call) {
        return AiCall.builder(AiBody.builder().build(), call.model());
    }

    private static String digest(AiCall.Builder part) {
        return part.build().fingerprint().toString();
    }

    private static String name(int index, Interaction interaction) {
        String kind = interaction.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return "item " + index + " (" + kind + ")";
    }
}
