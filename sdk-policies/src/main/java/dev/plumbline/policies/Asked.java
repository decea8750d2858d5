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
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was asked lately, part by part, so that a miss can be explained: the same question was asked before, and this is
 * what differs. Holds digests in place of texts, of 256 questions at most. Safe for any number of threads.
 */
final class Asked {
    private static final int MOST = 256;

    private final Map<String, Parts> lately = new LinkedHashMap<>();

    /** Why a call has no entry, e.g. {@code tools changed}; remembers the call. */
    String why(AiCall call) {
        Parts now = Parts.of(call);
        Parts before = remember(now);
        return before == null ? "no entry" : now.since(before);
    }

    /** The former call with the same question; the oldest question is evicted. */
    private @Nullable Parts remember(Parts now) {
        synchronized (lately) {
            Parts before = lately.put(now.question(), now);
            if (lately.size() > MOST) {
                lately.remove(lately.keySet().iterator().next());
            }
            return before;
        }
    }

    /** The parts of a key, cheap to make and to compare. */
    private record Parts(
            String question,
            ModelId model,
            ModelOptions options,
            List<ToolDefinition> tools,
            Optional<Json> schema,
            Map<String, String> resources,
            String front,
            int length) {

        static Parts of(AiCall call) {
            Transcript sent = call.effective();
            String last = sent.isEmpty() ? "" : hex(sent.digest(sent.size() - 1));
            return new Parts(
                    call.namespace() + '\n' + last,
                    call.model(),
                    call.options(),
                    call.tools(),
                    call.outputSchema(),
                    call.resources(),
                    front(sent),
                    sent.size());
        }

        /** The facts and instructions at the front. */
        private static String front(Transcript sent) {
            StringBuilder front = new StringBuilder();
            for (int i = 0; i < sent.size() && isFront(sent.get(i)); i++) {
                front.append(hex(sent.digest(i)));
            }
            return front.toString();
        }

        private static boolean isFront(Interaction interaction) {
            return interaction instanceof Interaction.Context || interaction instanceof Interaction.System;
        }

        private static String hex(byte[] digest) {
            return HexFormat.of().formatHex(digest);
        }

        String since(Parts before) {
            List<String> changed = new ArrayList<>();
            note(changed, "model", model.equals(before.model));
            note(changed, "options", options.equals(before.options));
            note(changed, "tools", tools.equals(before.tools));
            note(changed, "output schema", schema.equals(before.schema));
            note(changed, "context or instructions", front.equals(before.front));
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
