package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Explains cache misses: it compares a call with the last call that had the same question. Stores hashes instead of
 * texts, of 256 questions at most: an explanation may be wrong for texts of equal hashes, an answer never. Thread-safe.
 */
final class CacheMissExplainer {
    private static final int MOST = 256;

    private final Map<Long, Parts> lately = new LinkedHashMap<>();

    /** Returns why a call has no entry, e.g. {@code tools changed}, and stores the call's parts. */
    String why(AiCall call) {
        Parts now = Parts.of(call);
        Parts before = remember(now);
        return before == null ? "no entry" : now.since(before);
    }

    /** Stores the parts and returns those of the last call with the same question; evicts the oldest question. */
    private @Nullable Parts remember(Parts now) {
        synchronized (lately) {
            Parts before = lately.put(now.question(), now);
            if (lately.size() > MOST) {
                lately.remove(lately.keySet().iterator().next());
            }
            return before;
        }
    }

    /** The parts of a cache key, cheap to create and to compare. */
    private record Parts(
            long question,
            ModelId model,
            ModelOptions options,
            List<ToolDefinition> tools,
            Optional<Json> schema,
            Map<String, String> resources,
            int front,
            int length) {

        static Parts of(AiCall call) {
            Transcript transcript = call.effective();
            int last = transcript.isEmpty() ? 0 : hash(transcript.get(transcript.size() - 1));
            return new Parts(
                    ((long) call.namespace().hashCode() << Integer.SIZE) | Integer.toUnsignedLong(last),
                    call.model(),
                    call.options(),
                    call.tools(),
                    call.outputSchema(),
                    call.resources(),
                    front(transcript),
                    transcript.size());
        }

        /** Returns a hash of the leading facts and instructions. */
        private static int front(Transcript transcript) {
            int front = 1;
            for (int i = 0; i < transcript.size() && isFront(transcript.get(i)); i++) {
                front = 31 * front + hash(transcript.get(i));
            }
            return front;
        }

        /** Returns a hash of the content, without the id of a tool call, which differs each time. */
        private static int hash(Interaction interaction) {
            return switch (interaction.kind()) {
                case CONTEXT -> ((Interaction.Context) interaction).values().hashCode();
                case TOOL_RESULT ->
                    ((Interaction.ToolResult) interaction).envelope().result().hashCode();
                case TOOL_CALL -> ((Interaction.ToolCall) interaction).name().hashCode();
                case SYSTEM, USER, ASSISTANT, SUMMARY -> interaction.text().hashCode();
            };
        }

        private static boolean isFront(Interaction interaction) {
            return interaction instanceof Interaction.Context || interaction instanceof Interaction.System;
        }

        String since(Parts before) {
            List<String> changed = new ArrayList<>();
            note(changed, "model", model.equals(before.model));
            note(changed, "options", options.equals(before.options));
            note(changed, "tools", tools.equals(before.tools));
            note(changed, "output schema", schema.equals(before.schema));
            note(changed, "context or instructions", front == before.front);
            note(changed, "length of the history", length == before.length);
            differing(before).forEach(name -> changed.add("resource " + name));
            return changed.isEmpty() ? "no entry" : String.join(", ", changed) + " changed";
        }

        private static void note(List<String> changed, String part, boolean same) {
            if (!same) {
                changed.add(part);
            }
        }

        private Iterable<String> differing(Parts before) {
            Map<String, String> both = new HashMap<>(before.resources);
            TreeSet<String> names = new TreeSet<>(resources.keySet());
            names.addAll(both.keySet());
            names.removeIf(
                    name -> resources.containsKey(name) && resources.get(name).equals(both.get(name)));
            return names;
        }
    }
}
