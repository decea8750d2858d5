package dev.plumbline.call.internal;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.body.internal.Digest;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the answer to a call depends on: everything that is sent, the model, its options, the tools and the output
 * schema. Its fingerprint is computed when it is first asked for, field by field as docs/fingerprint.md lists them, and
 * once for a call and those of its copies that have the same fields. Immutable; thread-safe.
 */
public final class CallIdentity {

    private final Transcript effective;
    private final Set<String> irrelevant;
    private final ModelId model;
    private final ModelOptions options;
    private final List<ToolDefinition> tools;
    private final Optional<Json> outputSchema;
    private volatile @Nullable Fingerprint fingerprint;

    private CallIdentity(AiCall call) {
        effective = call.effective();
        irrelevant = call.cacheIrrelevantContext();
        model = call.model();
        options = call.options();
        tools = call.tools();
        outputSchema = call.outputSchema();
    }

    @SuppressWarnings("ReferenceEquality") // a comparison by content would cost more than the digest
    private boolean holdsFor(AiCall call) {
        return effective == call.effective()
                && irrelevant.equals(call.cacheIrrelevantContext())
                && model.equals(call.model())
                && options.equals(call.options())
                && tools == call.tools()
                && outputSchema.equals(call.outputSchema());
    }

    /** Returns the fingerprint of all of it: the core of the cache key; computed once. */
    public Fingerprint fingerprint() {
        Fingerprint known = fingerprint;
        if (known == null) {
            known = computed();
            fingerprint = known;
        }
        return known;
    }

    /**
     * Returns a hash of the last question, the model and two lengths, which costs no digest. Identities with equal
     * fingerprints have the same, unless one of the questions is not well-formed Unicode; others may have the same.
     */
    public int quickHash() {
        int question = 0;
        for (int i = effective.size() - 1; i >= 0 && question == 0; i--) {
            if (effective.get(i) instanceof Interaction.User user) {
                question = user.text().hashCode();
            }
        }
        return 31 * (31 * (31 * question + effective.size()) + tools.size()) + model.hashCode();
    }

    /** Returns whether it holds pictures, sounds or files, which are too large to be kept for a digest alone. */
    public boolean hasAttachments() {
        return effective.attached().bytes() > 0;
    }

    private Fingerprint computed() {
        Digest digest = Digest.of("plb1/call")
                .digest(keyed().digest())
                .text(model.provider())
                .text(model.name())
                .json(options.equals(ModelOptions.none()) ? Json.object() : json(options));
        ToolDefinitionList.of(tools).addTo(digest);
        outputSchema.ifPresentOrElse(digest::json, digest::absent);
        return digest.fingerprint();
    }

    /** Returns the interactions that are sent, without the context values that the answer does not depend on. */
    private Transcript keyed() {
        if (irrelevant.isEmpty()) {
            return effective;
        }
        return effective.reuse(effective.stream()
                .flatMap(interaction -> keyed(interaction, irrelevant))
                .toList());
    }

    /** Returns an interaction without the facts of these keys; nothing if no fact is left. */
    private static Stream<Interaction> keyed(Interaction interaction, Set<String> unkeyed) {
        if (interaction instanceof Interaction.Context context
                && context.values().keySet().stream().anyMatch(unkeyed::contains)) {
            Map<String, Json> values = new LinkedHashMap<>(context.values());
            values.keySet().removeAll(unkeyed);
            return values.isEmpty() ? Stream.empty() : Stream.of(new Interaction.Context(values));
        }
        return Stream.of(interaction);
    }

    private static Json json(ModelOptions options) {
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

    /** Stores the latest identity of a call and its copies. Thread-safe. */
    public static final class Latest {
        private volatile @Nullable CallIdentity made;

        /** Returns the identity of a call; the stored one if no field of it is another instance. */
        public CallIdentity of(AiCall call) {
            CallIdentity known = made;
            if (known == null || !known.holdsFor(call)) {
                known = new CallIdentity(call);
                made = known;
            }
            return known;
        }
    }
}
