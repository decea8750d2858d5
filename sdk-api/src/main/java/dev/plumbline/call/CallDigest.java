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
import org.jspecify.annotations.Nullable;

/**
 * The fingerprint of a call, field by field as docs/fingerprint.md lists them. A call keeps the latest digest computed
 * for it or for the call it is a copy of, so copies with equal fields share it. Immutable.
 */
final class CallDigest {

    private final AiCall call;
    private final Fingerprint fingerprint;

    private CallDigest(AiCall call) {
        this.call = call;
        this.fingerprint = made(call);
    }

    @SuppressWarnings("ReferenceEquality") // a comparison by content would cost more than the digest
    private boolean holdsFor(AiCall other) {
        return call.effective() == other.effective()
                && call.cacheIrrelevantContext().equals(other.cacheIrrelevantContext())
                && call.model().equals(other.model())
                && call.options().equals(other.options())
                && call.tools() == other.tools()
                && call.outputSchema().equals(other.outputSchema());
    }

    private static Fingerprint made(AiCall call) {
        Digest digest = Digest.of("plb1/call")
                .digest(keyed(call).digest())
                .text(call.model().provider())
                .text(call.model().name())
                .json(call.options().equals(ModelOptions.none()) ? Json.object() : options(call.options()))
                .number(call.tools().size());
        ToolDefinitionList tools = ToolDefinitionList.of(call.tools());
        for (int i = 0; i < tools.size(); i++) {
            tool(digest, tools, i);
        }
        call.outputSchema().ifPresentOrElse(digest::json, digest::absent);
        return digest.fingerprint();
    }

    private static void tool(Digest digest, ToolDefinitionList tools, int index) {
        ToolDefinition tool = tools.get(index);
        digest.text(tool.name()).text(tool.description()).canonical(tools.inputSchema(index));
        if (tool.outputSchema().isPresent()) {
            digest.canonical(tools.outputSchema(index));
        } else {
            digest.absent();
        }
    }

    /** Returns the interactions that are sent, without the context values that the answer does not depend on. */
    private static Transcript keyed(AiCall call) {
        if (call.cacheIrrelevantContext().isEmpty()) {
            return call.effective();
        }
        return call.effective()
                .reuse(call.effective().stream()
                        .map(interaction -> keyed(interaction, call.cacheIrrelevantContext()))
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

    /** Stores the latest digest of a call and its copies. Thread-safe. */
    static final class Latest {
        private volatile @Nullable CallDigest made;

        /** Returns the fingerprint; the stored one if no field of it is another instance. */
        Fingerprint of(AiCall call) {
            CallDigest known = made;
            if (known == null || !known.holdsFor(call)) {
                known = new CallDigest(call);
                made = known;
            }
            return known.fingerprint;
        }
    }
}
